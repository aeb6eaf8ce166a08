// over 300 lines: one story per rule of a case, over the same card
import { api } from '@backoffice/contract/api'
import type { CaseDetail } from '@backoffice/contract/cases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CASE_CARD,
  type CaseInput,
  OTHER_CARD,
  openCase,
  startCaseSystem,
  userId,
} from '../../testing/cases.ts'

let started: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  started = await startCaseSystem()
})
afterAll(() => started.stop())

let lastId = 0
/** Loads a purchase with its own id. */
async function aPurchase(values: Omit<Parameters<typeof started.load>[0][number], 'id'> = {}) {
  const id = ++lastId
  await started.load([{ id, ...values }])
  return String(id)
}
const aCase = async (body: Partial<CaseInput> = {}, as = 'agent') =>
  openCase(started.system, { card_id: started.cardId, ...body }, as)
const aLateCase = async (as = 'agent') => aCase({ transaction_ids: [await aPurchase()] }, as)
const read = (id: string, as = 'supervisor') => started.system.call(api.cases.get, { params: { id } }, as)
const refusal = async (body: Partial<CaseInput>, as = 'agent') =>
  started.system.expectProblem(
    api.cases.create,
    { body: { kind: 'LATE_POINTS', ticket_no: 'OPS-1', card_id: started.cardId, ...body } },
    as,
  )
const itemOf = ({ id, version }: { id: string; version: number }) => ({ id, version })
const follow = () => started.follow()
const noticesOf = async (as: string) => (await started.system.call(api.cases.notices, {}, as)).items

test('a case is opened with its purchases, due in five working days', async () => {
  const id = await aPurchase({ day: '2026-10-19' })
  const opened = await aCase({
    transaction_ids: [id],
    ticket_no: ' OPS-7 ',
    note: 'Card 9990000000000011 called.',
  })
  expect(opened).toMatchObject({
    kind: 'LATE_POINTS',
    status: 'OPEN',
    card: '•••• 0011',
    ticket_no: 'OPS-7',
    due_on: '2026-11-27',
    is_overdue: false,
    assignee: null,
    opened_by: { name: 'Maria Reyes' },
    oldest_business_date: '2026-10-19',
    points_expected: 1500,
    card_summary: { card: '•••• 0011', tier: 'GOLD' },
    purchases: [{ transaction_id: id, receipt_no: `N${id}`, posting: { status: 'PENDING', points: 1500 } }],
    notes: [{ text: 'Card ••••0011 called.', author: { name: 'Maria Reyes' } }],
  })
  expect(opened.case_no).toMatch(/^C-\d{6}$/)
  // 19 October to 20 November, less two holidays at most.
  expect(opened.age_working_days).toBeGreaterThan(20)
  expect(await read(opened.case_no)).toMatchObject({ id: opened.id })
  const { items } = await started.system.call(
    api.history.get,
    { params: { resource: 'case', id: opened.id }, query: {} },
    'agent',
  )
  expect(items).toMatchObject([
    {
      action: 'case.create',
      changes: {
        card: [null, '•••• 0011'],
        due_on: [null, '2026-11-27'],
        purchases: [null, [`2026-10-19 0101 N${id}`]],
      },
    },
  ])
  expect(JSON.stringify(items)).not.toContain(CASE_CARD)
})

test.each<[string, Partial<CaseInput>, string, string]>([
  ['an unknown card', { card_id: crypto.randomUUID() }, 'card_id', 'card_not_found'],
  ['a transaction of no one', { transaction_ids: ['999999999'] }, 'transaction_ids', 'not_found'],
  ['a ticket that is a card', { ticket_no: '9990000000000011' }, 'ticket_no', 'invalid'],
  ['a due date in the past', { due_on: '2026-11-19' }, 'due_on', 'invalid'],
  [
    'a purchase in the future',
    { typed: [{ business_date: '2026-11-21', branch_code: '0101', receipt_no: 'X', amount: 1 }] },
    'typed',
    'E006',
  ],
  [
    '21 purchases',
    { transaction_ids: Array.from({ length: 20 }, (_, index) => String(index + 1)), typed: [typed('T0')] },
    'transaction_ids',
    'too_many',
  ],
])('%s is refused at its field, and nothing is written', async (_, body, field, code) => {
  const before = await countRows()
  expect(await refusal(body)).toMatchObject({ status: 422, errors: [{ field, code }] })
  expect(await countRows()).toEqual(before)
})

function typed(receipt_no: string) {
  return { business_date: '2026-10-21', branch_code: '0101', receipt_no, amount: 300_000 }
}

async function countRows() {
  const { rows } = await started.system.pool.query(
    `SELECT (SELECT count(*) FROM cases) AS cases, (SELECT count(*) FROM case_purchases) AS purchases,
       (SELECT count(*) FROM case_notes) AS notes`,
  )
  return rows
}

test('a transaction of another card is refused', async () => {
  const id = await aPurchase({ card: OTHER_CARD })
  expect(await refusal({ transaction_ids: [id] })).toMatchObject({ errors: [{ field: 'transaction_ids' }] })
})

test('posted points need another kind than late points', async () => {
  const id = await aPurchase({ status: 'POSTED' })
  expect(await refusal({ transaction_ids: [id] })).toMatchObject({
    errors: [{ field: 'kind', code: 'already_posted' }],
  })
  const opened = await aCase({ kind: 'WRONG_POINTS', transaction_ids: [id] })
  await follow()
  expect((await read(opened.id)).status).toBe('OPEN')
})

test('a purchase is in one open case: a second attempt names the first', async () => {
  const id = await aPurchase()
  const first = await aCase({ transaction_ids: [id] })
  const free = await aPurchase()
  const before = await countRows()
  const refused = await refusal({ transaction_ids: [free, id] }, 'supervisor')
  expect(refused).toMatchObject({
    status: 409,
    code: 'purchase_in_case',
    detail: `A purchase is already in ${first.case_no} (open, unassigned).`,
    used_by: [{ label: first.case_no, link: `/cases/${first.case_no}` }],
  })
  expect(await countRows()).toEqual(before)
  // Another agent may not open it.
  await started.system.call(
    api.cases.assign,
    { body: { items: [itemOf(first)], assignee_id: await userId(started.system, 'supervisor') } },
    'supervisor',
  )
  const by = await started.system.call(
    api.cases.create,
    {
      body: { kind: 'LATE_POINTS', ticket_no: 'OPS-2', card_id: started.cardId, transaction_ids: [free] },
    },
    'supervisor',
  )
  expect(await refusal({ transaction_ids: [free] })).toMatchObject({
    used_by: [{ label: by.case_no, link: null }],
  })
  expect(await refusal({ transaction_ids: [id] })).toMatchObject({
    detail: expect.stringContaining('assigned to Ramon Aquino'),
    used_by: [{ label: first.case_no, link: `/cases/${first.case_no}` }],
  })
})

test('typed purchases are distinct by branch and receipt', async () => {
  await aCase({ kind: 'MISSING_TRANSACTION', typed: [typed('T1')] })
  expect(await refusal({ kind: 'MISSING_TRANSACTION', typed: [typed('t1 ')] })).toMatchObject({
    code: 'purchase_in_case',
  })
  expect(await refusal({ kind: 'MISSING_TRANSACTION', typed: [typed('T2'), typed('t2')] })).toMatchObject({
    errors: [{ field: 'typed', code: 'E008' }],
  })
})

test('others’ cases are reported as missing without case:view-all', async () => {
  const own = await aLateCase('supervisor')
  const missing = await started.system.expectProblem(api.cases.get, { params: { id: 'C-999999' } }, 'agent')
  for (const id of [own.id, own.case_no]) {
    const hidden = await started.system.expectProblem(api.cases.get, { params: { id } }, 'agent')
    expect(hidden).toMatchObject({ status: 404, code: missing.code, detail: missing.detail })
  }
  const { items } = await started.system.call(api.cases.list, { body: {} }, 'agent')
  expect(items.map(({ id }) => id)).not.toContain(own.id)
  const history = { params: { resource: 'case', id: own.id }, query: {} } as const
  expect((await started.system.expectProblem(api.history.get, history, 'agent')).status).toBe(404)
  expect((await started.system.call(api.history.get, history, 'auditor')).items).toMatchObject([
    { action: 'case.history', outcome: 'refused' },
    { action: 'case.create', outcome: 'done' },
  ])
  const note = { params: { id: own.id }, body: { text: 'x' } }
  expect((await started.system.expectProblem(api.cases.addNote, note, 'agent')).status).toBe(404)
  // The assignee sees it.
  const agent = await userId(started.system, 'agent')
  await started.system.call(
    api.cases.assign,
    { body: { items: [itemOf(own)], assignee_id: agent } },
    'supervisor',
  )
  expect((await read(own.id, 'agent')).assignee?.name).toBe('Maria Reyes')
  expect(await noticesOf('agent')).toMatchObject([
    { case_no: own.case_no, text: `Ramon Aquino assigned ${own.case_no} to you.` },
  ])
})

test('steps follow the table of transitions; a stale version is refused with the row', async () => {
  const opened = await aLateCase()
  const markSent = (item: { id: string; version: number }, as = 'supervisor') =>
    started.system.send(api.cases.markSent, { body: { items: [itemOf(item)] } }, as)
  expect(await markSent(opened, 'agent')).toMatchObject({ status: 403 })
  // Exports without changes.
  expect(await markSent(opened, 'auditor')).toMatchObject({ status: 403 })
  expect(await markSent({ ...opened, version: 9 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  expect((await markSent(opened)).status).toBe(200)
  const sent = await read(opened.id)
  expect(sent).toMatchObject({
    status: 'SENT',
    sent_by: { name: 'Ramon Aquino' },
    version: opened.version + 1,
  })
  expect(await markSent(sent)).toMatchObject({
    status: 409,
    body: { code: 'case_state_conflict', current: { status: 'SENT' } },
  })
  const reject = { body: { items: [itemOf(sent)], reason: 'Receipt of 9990000000000011 is void' } }
  await started.system.call(api.cases.reject, reject, 'supervisor')
  const rejected = await read(opened.id)
  expect(rejected).toMatchObject({
    status: 'REJECTED',
    reason: 'Receipt of ••••0011 is void',
    resolution: null,
  })
  await started.system.call(
    api.cases.reopen,
    { body: { items: [itemOf(rejected)], reason: 'New receipt' } },
    'supervisor',
  )
  const reopened = await read(opened.id)
  expect(reopened).toMatchObject({ status: 'OPEN', resolved_at: null, sent_at: null })
  await started.system.call(
    api.cases.resolve,
    { body: { items: [itemOf(reopened)], resolution: 'CORRECTED' } },
    'supervisor',
  )
  expect(await read(opened.id)).toMatchObject({ status: 'RESOLVED', resolution: 'CORRECTED' })
})

test('reopening a case whose purchase went to another case names that case', async () => {
  const first = await aLateCase()
  const purchase = first.purchases[0]?.transaction_id ?? ''
  await resolve(first)
  const second = await aCase({ transaction_ids: [purchase] })
  const closed = await read(first.id)
  const body = { items: [itemOf(closed)], reason: 'Again' }
  expect(await started.system.expectProblem(api.cases.reopen, { body }, 'supervisor')).toMatchObject({
    code: 'purchase_in_case',
    used_by: [{ label: second.case_no }],
  })
  expect((await read(first.id)).status).toBe('RESOLVED')
})

async function resolve(found: CaseDetail) {
  const body = { items: [itemOf(found)], resolution: 'POSTED' as const }
  await started.system.call(api.cases.resolve, { body }, 'supervisor')
}

test('a mention needs someone who can see the case, and notifies them once', async () => {
  const own = await aLateCase()
  const note = async (mentions: string[]) =>
    started.system.send(
      api.cases.addNote,
      { params: { id: own.id }, body: { text: 'Please check', mentions } },
      'agent',
    )
  const viewer = await userId(started.system, 'viewer')
  expect(await note([viewer])).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'mentions', message: expect.stringContaining('can’t see this case') }] },
  })
  expect((await note([crypto.randomUUID()])).status).toBe(422)
  expect((await read(own.id)).notes).toEqual([])
  const supervisor = await userId(started.system, 'supervisor')
  const before = (await noticesOf('supervisor')).length
  expect((await note([supervisor, supervisor.toUpperCase()])).status).toBe(200)
  const notices = (await noticesOf('supervisor')).slice(before)
  expect(notices.map(({ text }) => text)).toEqual([`Maria Reyes mentioned you in ${own.case_no}.`])
  const readers = await started.system.call(api.cases.people, { query: { case_id: own.id, q: 'a' } }, 'agent')
  const names = readers.items.map(({ name }) => name)
  // The caller comes first.
  expect(readers.items.map(({ is_own }) => is_own)).toEqual(names.map((name) => name === 'Maria Reyes'))
  expect(names[0]).toBe('Maria Reyes')
  expect(names).toContain('Ramon Aquino')
  expect(names).toContain('Maria Reyes')
  // Does not see this case.
  expect(names).not.toContain('Carla Lim')
  const last = notices.at(-1)?.id ?? ''
  expect(await started.system.call(api.cases.readNotices, { body: { up_to: last } }, 'supervisor')).toEqual({
    read: before + 1,
  })
  expect(await noticesOf('supervisor')).toEqual([])
})

test('a load resolves a late case once every purchase is posted', async () => {
  const ids = [await aPurchase(), await aPurchase()]
  const agent = await userId(started.system, 'agent')
  const opened = await aCase({ transaction_ids: ids, assignee_id: agent })
  await started.load([{ id: Number(ids[0]), status: 'POSTED' }])
  await follow()
  expect((await read(opened.id)).status).toBe('OPEN')
  await started.load([{ id: Number(ids[1]), status: 'POSTED' }])
  await follow()
  expect(await read(opened.id)).toMatchObject({
    status: 'RESOLVED',
    resolution: 'POSTED',
    resolved_by: null,
    reason: 'All purchases are posted.',
  })
  expect((await noticesOf('agent')).at(-1)?.text).toBe(`${opened.case_no} is resolved.`)
  // Reopened, it stays open until a status changes.
  const closed = await read(opened.id)
  await started.system.call(
    api.cases.reopen,
    { body: { items: [itemOf(closed)], reason: 'Wrong amount' } },
    'supervisor',
  )
  await follow()
  expect((await read(opened.id)).status).toBe('OPEN')
})

test('a purchase whose card is corrected stays with its case, which a later load resolves', async () => {
  const id = Number(await aPurchase())
  const opened = await aCase({ transaction_ids: [String(id)] })
  await started.load([{ id, card: OTHER_CARD }])
  await follow()
  expect(await read(opened.id)).toMatchObject({
    status: 'OPEN',
    purchases: [{ posting: { status: 'PENDING', points: 1500 } }],
  })
  await started.load([{ id, card: OTHER_CARD, status: 'POSTED' }])
  await follow()
  expect(await read(opened.id)).toMatchObject({
    status: 'RESOLVED',
    resolution: 'POSTED',
    purchases: [{ posting: { status: 'POSTED' } }],
  })
})

test('reversed purchases are not owed; rejected or mixed ones need a decision', async () => {
  const reversed = await aLateCase()
  const mixed = await aCase({ transaction_ids: [await aPurchase(), await aPurchase()] })
  const [a = 0, b = 0] = mixed.purchases.map(({ transaction_id }) => Number(transaction_id))
  await started.load([
    { id: Number(reversed.purchases[0]?.transaction_id), status: 'REVERSED' },
    { id: a, status: 'POSTED' },
    { id: b, status: 'REJECTED' },
  ])
  await follow()
  expect(await read(reversed.id)).toMatchObject({ status: 'RESOLVED', resolution: 'NOT_OWED' })
  expect((await read(mixed.id)).status).toBe('OPEN')
  expect((await noticesOf('agent')).at(-1)?.text).toContain(`${mixed.case_no} needs a decision`)
})

test('a typed purchase is matched when a load brings it, and resolves its case', async () => {
  const opened = await aCase({
    kind: 'MISSING_TRANSACTION',
    typed: [{ ...typed('T9'), points_expected: null }],
  })
  const id = ++lastId
  await started.load([{ id, receipt: 'T9', status: 'PENDING' }])
  await follow()
  expect(await read(opened.id)).toMatchObject({
    status: 'OPEN',
    points_expected: 1500,
    purchases: [{ transaction_id: String(id), posting: { status: 'PENDING' } }],
  })
  await started.load([{ id, status: 'POSTED' }])
  await follow()
  expect(await read(opened.id)).toMatchObject({ status: 'RESOLVED', resolution: 'POSTED' })
})

test('a load that commits after a case was opened is not missed', async () => {
  const id = await aPurchase()
  const commit = await started.startLoad([{ id: Number(id), status: 'POSTED' }])
  const opened = await aCase({ transaction_ids: [id] })
  await follow()
  expect((await read(opened.id)).status).toBe('OPEN')
  await commit()
  await follow()
  expect((await read(opened.id)).status).toBe('RESOLVED')
})

test('a case whose opening is under way while a load commits is compared after its opening', async () => {
  const id = await aPurchase()
  await follow()
  // The opening has read its purchase when it waits here.
  await started.owner.query('BEGIN; LOCK TABLE case_purchases IN SHARE MODE')
  const opening = aCase({ transaction_ids: [id] })
  const isWaiting = `SELECT FROM pg_locks WHERE relation = 'case_purchases'::regclass AND NOT granted`
  await expect.poll(async () => (await started.owner.query(isWaiting)).rowCount).toBe(1)
  await started.load([{ id: Number(id), status: 'POSTED' }])
  await follow()
  await started.owner.query('COMMIT')
  const opened = await opening
  expect(opened.status).toBe('OPEN')
  await follow()
  expect((await read(opened.id)).status).toBe('RESOLVED')
})

test('a typed purchase that has arrived is matched when the case is opened', async () => {
  await aPurchase({ receipt: 'T20' })
  const posted = await aPurchase({ receipt: 'T21', status: 'POSTED' })
  const kind = 'MISSING_TRANSACTION'
  expect(await refusal({ kind, typed: [typed('T21')] })).toMatchObject({
    errors: [{ field: 'kind', code: 'already_posted' }],
  })
  expect(await refusal({ kind: 'OTHER', transaction_ids: [posted], typed: [typed('t21')] })).toMatchObject({
    errors: [{ field: 'typed', code: 'E008' }],
  })
  const opened = await aCase({ kind, typed: [typed('T20')] })
  expect(opened).toMatchObject({
    points_expected: 1500,
    purchases: [{ receipt_no: 'T20', transaction_id: expect.any(String), posting: { status: 'PENDING' } }],
  })
  expect(await refusal({ kind, typed: [typed('T20')] })).toMatchObject({
    code: 'purchase_in_case',
    used_by: [{ label: opened.case_no }],
  })
})

test('a ledger restored to an older moment is compared too', async () => {
  const opened = await aLateCase()
  await follow()
  const { rows } = await started.ledgerOwner.query('SELECT version FROM ledger_version')
  await started.ledgerOwner.query('UPDATE ledger_version SET version = version - 2')
  await started.load([{ id: Number(opened.purchases[0]?.transaction_id), status: 'POSTED' }])
  await follow()
  await started.ledgerOwner.query('UPDATE ledger_version SET version = $1', [rows[0].version])
  expect((await read(opened.id)).status).toBe('RESOLVED')
})

test('cases are sent to posting as one CSV, and again without marking or doubling them', async () => {
  const first = await aCase({
    transaction_ids: [await aPurchase({ day: '2026-10-20' }), await aPurchase({ day: '2026-10-19' })],
    ticket_no: '=1+1',
    note: 'Receipt seen',
  })
  const second = await aCase({ kind: 'OTHER' })
  const send = (cases: readonly CaseDetail[], as = 'supervisor', again = false) =>
    started.system.call(api.cases.send, { body: { items: cases.map(itemOf), again } }, as)
  const { csv, ...sent } = await send([first, second])
  expect(sent).toMatchObject({ cases: 2, purchases: 2, file_name: 'posting_2026-11-20.csv' })
  const [header, ...lines] = csv.trim().split('\n')
  expect(header).toBe(
    'case_no,card_number,account_number,business_date,branch_code,receipt_no,amount,points_expected,age_working_days,ticket_no,note',
  )
  const [a, b] = first.purchases
  expect(lines).toEqual([
    `${first.case_no},•••• 0011,2000417733,2026-10-19,0101,${a?.receipt_no},3000.00,15.00,24,'=1+1,`,
    `${first.case_no},•••• 0011,2000417733,2026-10-20,0101,${b?.receipt_no},3000.00,15.00,23,'=1+1,`,
    `${second.case_no},•••• 0011,2000417733,,,,,,,OPS-20431,`,
  ])
  const after = [await read(first.id), await read(second.id)]
  expect(after).toMatchObject([{ status: 'SENT' }, { status: 'SENT' }])
  const refused = { body: { items: after.map(itemOf) } }
  const nothing = await started.system.call(api.cases.send, refused, 'supervisor')
  expect(nothing.csv.trim()).toBe(header)
  expect(nothing.items[0]).toMatchObject({ detail: `${first.case_no} was already sent to posting.` })
  expect((await send(after, 'supervisor', true)).csv).toBe(csv)
  expect([await read(first.id), await read(second.id)]).toMatchObject(
    after.map(({ version, sent_at }) => ({ version, sent_at })),
  )
  expect(await started.system.send(api.cases.send, refused, 'agent')).toMatchObject({ status: 403 })
  const { rows } = await started.system.pool.query(
    `SELECT changes FROM audit_events WHERE action = 'case.export' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ changes: { cases: [null, 2], card_numbers: [null, 'last four'] } }])
})

test('a case per card takes its oldest free pending purchases; others are refused in their place', async () => {
  await started.ledgerOwner.query(
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     VALUES (9990000000001233, '2000417735', 'GOLD', 'ACTIVE', 0, 'X'), (9999000000004568, '2000417736', 'GOLD', 'ACTIVE', 0, 'Y')`,
  )
  const cardIdOf = async (number: string) =>
    (await started.ledgerOwner.query('SELECT card_id FROM cards WHERE card_number = $1', [number])).rows[0]
      .card_id
  const busy = await cardIdOf('9990000000001233')
  const idle = await cardIdOf('9999000000004568')
  const days = Array.from({ length: 23 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  const loaded = days.map((day) => ({ id: ++lastId, day, card: '9990000000001233' }))
  await started.load(loaded)
  await openCase(started.system, { card_id: busy, transaction_ids: [String(loaded[0]?.id)] })
  const unknown = crypto.randomUUID()
  const create = (card_ids: string[]) =>
    started.system.call(api.cases.createForCards, { body: { card_ids, ticket_no: 'OPS-3' } }, 'agent')
  const { items } = await create([busy, idle, unknown, busy])
  expect(items).toMatchObject([
    { id: busy, outcome: 'done', row: { purchases_count: 20, oldest_business_date: '2026-10-02' } },
    { id: idle, outcome: 'refused', code: 'nothing_pending' },
    { id: unknown, outcome: 'refused', code: 'card_not_found' },
  ])
  const next = await create([busy, idle])
  expect(next.items[0]).toMatchObject({ row: { purchases_count: 2 } })
  expect((await create([busy, idle])).items[0]).toMatchObject({ code: 'purchase_in_case' })
})

test('501 cards or cases in a call are refused at their field, and none is written', async () => {
  await aPurchase()
  const found = await aCase({ kind: 'OTHER' })
  const before = await countRows()
  const card_ids = Array.from({ length: 501 }, () => started.cardId)
  const cards = { body: { card_ids, ticket_no: 'OPS-3' } }
  expect(await started.system.expectProblem(api.cases.createForCards, cards, 'agent')).toMatchObject({
    status: 422,
    errors: [{ field: 'card_ids' }],
  })
  const items = Array.from({ length: 501 }, () => itemOf(found))
  const refusals = [
    await started.system.expectProblem(api.cases.send, { body: { items } }, 'supervisor'),
    await started.system.expectProblem(api.cases.markSent, { body: { items } }, 'supervisor'),
    await started.system.expectProblem(
      api.cases.assign,
      { body: { items, assignee_id: null } },
      'supervisor',
    ),
    await started.system.expectProblem(
      api.cases.resolve,
      { body: { items, resolution: 'POSTED' } },
      'supervisor',
    ),
    await started.system.expectProblem(api.cases.reject, { body: { items, reason: 'x' } }, 'supervisor'),
  ]
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 422, errors: [{ field: 'items' }] })
  expect(await countRows()).toEqual(before)
  expect(await read(found.id)).toMatchObject({ status: 'OPEN', version: found.version })
})
