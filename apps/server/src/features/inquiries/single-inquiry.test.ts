// over 300 lines: inquiries and reveals over the same transactions, and every refusal at its field
import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { InquiryResult } from '@backoffice/contract/inquiries'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inLedger } from '../../testing/in-ledger.ts'
import { readWorkbook, textsOf } from '../../testing/read-workbook.ts'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const CARD = '9990000000000011'
const OTHER = '9990000000000029'
const UNKNOWN = '9999000000004568'
const NOW = '2026-11-20T04:00:00Z'

let system: TestSystem
let owner: pg.Client
const logged: string[] = []

beforeAll(async () => {
  system = await startTestSystem({ quotas: { reveals: 3 }, log: (line) => logged.push(line) })
  system.clock.offsetMs = Date.parse(NOW) - Date.now()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, activated_on, expires_on, points_balance, member_name_masked)
    VALUES (${CARD}, '2000417733', 'CLASSIC', 'ACTIVE', '2024-05-04', '2027-05-03', 184250, 'J••• D••'),
      (${OTHER}, '2000417733', 'GOLD', 'BLOCKED', '2023-05-04', NULL, 0, 'J••• D••')`,
  )
  await owner.query(`INSERT INTO transaction_codes (tran_code, description, class, points_sign, processing_code, posts_to_ledger, requires_reason)
    VALUES ('1000', 'Earn', 'EARN', '1', '000000', true, false)`)
  await inLedger(
    system,
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system, source_tran_code,
      source_terminal_id, tran_code, tran_class, company_code, branch_code, terminal_id, receipt_no, rrn, amount, points, status) VALUES
    (1, ${CARD}, '2026-11-17', '2026-11-17T01:05:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'NLF', '0417', '60417001', 'N000000001', '632101000001', 245000, 1225, 'PENDING'),
    (2, ${CARD}, '2026-10-27', '2026-10-27T11:31:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'NLF', '0417', '60417001', 'N000000002', '630001000002', 360000, 1800, 'PENDING'),
    (3, ${CARD}, '2026-11-12', '2026-11-12T10:40:00Z', 'POS', 'SALE', 't0000009', NULL, 'EARN', 'MBR', NULL, NULL, 'M000000003', '631601000003', 120000, 600, 'POSTED'),
    (4, ${CARD}, '2026-11-19', '2026-11-19T06:22:00Z', 'POS', 'RDM', '60417001', '2000', 'REDEEM', 'MBR', '0102', '60417001', 'M000000004', NULL, 50000, -50000, 'POSTED'),
    (5, ${CARD}, '2026-10-14', '2026-10-14T03:58:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'MBR', '0102', '60417001', 'M000000005', NULL, 80000, 400, 'REVERSED'),
    (6, ${CARD}, '2026-10-14', '2026-10-14T04:02:00Z', 'POS', 'VOID', '60417001', '1900', 'REVERSAL', 'MBR', '0102', '60417001', 'M000000006', NULL, -80000, -400, 'POSTED'),
    (7, ${CARD}, '2026-11-01', '2026-11-01T04:02:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'MBR', '0102', '60417001', 'M000000007', NULL, 999900, 4999, 'REJECTED'),
    (8, ${CARD}, '2026-05-01', '2026-05-01T04:02:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'MBR', '0102', '60417001', 'OLD-1', NULL, 100, 0, 'POSTED'),
    (9, ${OTHER}, '2026-11-10', '2026-11-10T04:02:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'MBR', '0102', '60417001', 'M000000009', NULL, 100, 0, 'POSTED'),
    (10, ${UNKNOWN}, '2026-11-10', '2026-11-10T04:02:00Z', 'POS', 'SALE', '60417001', '1000', 'EARN', 'MBR', '0102', '60417001', 'M000000010', NULL, 100, 0, 'POSTED')`,
  )
  await refreshSums(system)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})
beforeEach(() => owner.query('DELETE FROM card_reveals'))

type Body = NonNullable<CallInput<typeof api.inquiries.run>['body']>
const inputOf = (body: Partial<Body>): { body: Body } => ({
  body: {
    mode: 'CARD',
    purpose: 'MEMBER_COMPLAINT',
    ticket_no: 'OPS-20431',
    date_from: '2026-09-01',
    date_to: '2026-11-20',
    ...body,
  },
})

async function run(body: Partial<Body>, as = 'agent'): Promise<InquiryResult> {
  const result = await system.call(api.inquiries.run, inputOf(body), as)
  if (result.mode === 'FILE') throw new Error('not a single inquiry')
  return result
}

test('a card returns a summary, totals without reversed pairs, and ages in working days', async () => {
  const { status } = await system.send(api.inquiries.run, inputOf({ card_number: CARD }), 'agent')
  expect(status).toBe(200)
  const result = await run({ card_number: ' 9990 0000-0000–0011 ' })
  expect(result).toMatchObject({
    mode: 'CARD',
    outcome: 'FOUND',
    as_of: '2026-11-20',
    criteria: { subject: '•••• 0011', date_from: '2026-09-01' },
    cards: [{ card: '•••• 0011', status: 'ACTIVE', tier: 'CLASSIC', points_balance: 184_250 }],
    // Since 27 October: 3 and 4 working days of two weeks, and two whole weeks.
    totals: {
      rows: 7,
      earned: 600,
      redeemed: 50_000,
      pending: 2,
      pending_points: 3_025,
      oldest_pending_working_days: 18,
    },
    is_cut: false,
  })
  expect(result.totals.amount).toBe(245_000 + 360_000 + 120_000 + 50_000 + 80_000 - 80_000)
  expect(result.items.map(({ transaction_id, posting_age }) => [transaction_id, posting_age])).toEqual([
    ['4', null],
    ['1', 3],
    ['3', null],
    ['7', null],
    ['2', 18],
    ['6', null],
    ['5', null],
  ])
  expect(result.items[0]).toMatchObject({
    card: '•••• 0011',
    tran_description: null,
    account_number: '2000417733',
  })
  expect(result.items[2]).toMatchObject({
    tran_code: null,
    source_tran_code: 'SALE',
    terminal_id: 't0000009',
  })
})

test('a holiday makes a pending transaction younger', async () => {
  await owner.query(`INSERT INTO holidays VALUES ('2026-11-18', 'A day off')`)
  try {
    expect((await run({ card_number: CARD })).items[1]).toMatchObject({ transaction_id: '1', posting_age: 2 })
  } finally {
    await owner.query(`DELETE FROM holidays WHERE day = '2026-11-18'`)
  }
})

test('an account returns all of its cards', async () => {
  const result = await run({ mode: 'ACCOUNT', account_number: '2000-417733' })
  expect(result.cards.map(({ card }) => card)).toEqual(['•••• 0011', '•••• 0029'])
  expect(result.totals.rows).toBe(8)
  expect(result.criteria).toMatchObject({ subject: '2000417733', card_id: null })
})

test.each(['632101000001', 'n000000001', ' N000000001 '])(
  'finds the reference %j as RRN or receipt',
  async (reference) => {
    const result = await run({ mode: 'REFERENCE', reference })
    expect(result.items.map(({ transaction_id }) => transaction_id)).toEqual(['1'])
    expect(result.cards).toMatchObject([{ card: '•••• 0011' }])
  },
)

test('filters narrow the result', async () => {
  const ids = async (filters: Partial<Body>) =>
    (await run({ card_number: CARD, ...filters })).items.map(({ transaction_id }) => transaction_id)
  expect(await ids({ tran_classes: ['REDEEM', 'REVERSAL'] })).toEqual(['4', '6'])
  expect(await ids({ statuses: ['PENDING'], company_code: 'nlf' })).toEqual(['1', '2'])
  expect(await ids({ branch_code: '0102', statuses: ['REVERSED'] })).toEqual(['5'])
  expect(await ids({ terminal_id: 'T0000009' })).toEqual(['3'])
})

test('states the reason for an empty result', async () => {
  const outcome = async (body: Partial<Body>) => {
    const { outcome, cards, without_filters, last_on, items } = await run(body)
    expect(items).toEqual([])
    return { outcome, cards: cards.length, without_filters, last_on }
  }
  expect(await outcome({ card_number: '9990000000001233' })).toEqual({
    outcome: 'CARD_NOT_FOUND',
    cards: 0,
    without_filters: 0,
    last_on: null,
  })
  expect(await outcome({ mode: 'ACCOUNT', account_number: '9999999999' })).toMatchObject({
    outcome: 'ACCOUNT_NOT_FOUND',
  })
  expect(await outcome({ mode: 'REFERENCE', reference: 'N999' })).toMatchObject({
    outcome: 'REFERENCE_NOT_FOUND',
  })
  expect(await outcome({ mode: 'REFERENCE', reference: 'OLD-1' })).toMatchObject({
    outcome: 'NO_TRANSACTIONS',
    last_on: '2026-05-01',
  })
  expect(await outcome({ card_number: CARD, date_from: '2026-07-01', date_to: '2026-07-31' })).toEqual({
    outcome: 'NO_TRANSACTIONS',
    cards: 1,
    without_filters: 0,
    last_on: '2026-11-19',
  })
  expect(await outcome({ card_number: CARD, tran_classes: ['EXPIRY'] })).toMatchObject({
    outcome: 'FILTERED_OUT',
    without_filters: 7,
  })
  // Transactions may arrive before their card.
  expect(await run({ card_number: UNKNOWN })).toMatchObject({
    outcome: 'FOUND',
    cards: [],
    totals: { rows: 1 },
  })
})

const SECRET = '9990000000000011'
test.each<[string, Partial<Body>, string, RegExp]>([
  ['no card', {}, 'card_number', /Enter the card number/],
  ['15 digits', { card_number: '999 0000 0000 0001' }, 'card_number', /16 digits: this has 15/],
  ['check digit', { card_number: '9990000000000012' }, 'card_number', /Check digit/],
  ['letters', { card_number: '99900000000O0011' }, 'card_number', /digits only/],
  ['a short account', { mode: 'ACCOUNT', account_number: '123456789' }, 'account_number', /10 to 12/],
  ['a card as reference', { mode: 'REFERENCE', reference: SECRET }, 'reference', /choose Card/],
  ['signs in a reference', { mode: 'REFERENCE', reference: "' OR 1=1" }, 'reference', /RRN/],
  ['no ticket', { card_number: CARD, ticket_no: '' }, 'ticket_no', /^Enter Ticket number$/],
  ['an empty ticket', { card_number: CARD, ticket_no: ' ' }, 'ticket_no', /^Enter Ticket number$/],
  ['a card as ticket', { card_number: CARD, ticket_no: SECRET }, 'ticket_no', /Leave the card number out/],
  ['no dates', { card_number: CARD, date_from: undefined }, 'date_from', /Enter Date from/],
  [
    'a reversed range',
    { card_number: CARD, date_from: '2026-11-02', date_to: '2026-11-01' },
    'date_to',
    /before/,
  ],
  ['the future', { card_number: CARD, date_to: '2026-11-21' }, 'date_to', /future/],
  ['93 days', { card_number: CARD, date_from: '2026-08-20' }, 'date_from', /93 days\. Choose at most 92/],
  ['an invalid date', { card_number: CARD, date_from: '2026-11-31' }, 'date_from', /./],
  ['an unknown class', { card_number: CARD, tran_classes: ['NONSENSE' as never] }, 'tran_classes.0', /./],
])('refuses %s at its field', async (_what, body, field, message) => {
  const problem = await system.expectProblem(api.inquiries.run, inputOf(body), 'agent')
  expect(problem.status).toBe(422)
  const error = problem.errors?.find((each) => each.field === field)
  expect(error?.message ?? JSON.stringify(problem)).toMatch(message)
  expect(JSON.stringify(problem)).not.toContain(SECRET)
})

test('accepts 92 days', async () => {
  expect(await run({ card_number: CARD, date_from: '2026-08-21' })).toMatchObject({ outcome: 'FOUND' })
})

test('returns the newest 500 transactions and the totals of all', async () => {
  await inLedger(
    system,
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system, source_tran_code, amount, points, status)
    SELECT 900 + n, 9990000000001233, '2026-11-01', '2026-11-01T00:00:00Z', 'POS', 'SALE', 100, 1, 'PENDING'
    FROM generate_series(1, 501) n`,
  )
  const result = await run({ card_number: '9990000000001233' })
  expect(result).toMatchObject({ is_cut: true, totals: { rows: 501, pending: 501, pending_points: 501 } })
  // Purchases at the same time are sorted by number.
  expect(result.items.map(({ transaction_id }) => Number(transaction_id))).toEqual(
    Array.from({ length: 500 }, (_, index) => 1401 - index),
  )
})

test('a past inquiry opens with its stored result, and runs again on current data', async () => {
  const before = await run({ card_number: OTHER })
  await inLedger(system, `UPDATE cards SET status = 'LOST' WHERE card_number = ${OTHER}`)
  await inLedger(system, `UPDATE transactions SET amount = 777 WHERE transaction_id = 9`)
  expect(await system.call(api.inquiries.get, { params: { id: before.id } }, 'agent')).toEqual(before)
  const { card_id } = before.criteria
  const again = await run({ ...(card_id && { card_id }), card_number: undefined })
  expect(again).toMatchObject({ cards: [{ status: 'LOST' }], totals: { amount: 777 }, criteria: { card_id } })
  const list = await system.call(
    api.inquiries.list,
    { body: { search: '0029', page: 1, page_size: 25 } },
    'agent',
  )
  expect(list.items.map(({ id }) => id)).toEqual([again.id, before.id])
  expect(list.items[0]).toMatchObject({
    mode: 'CARD',
    subject: '•••• 0029',
    outcome: 'FOUND',
    state: 'COMPLETED',
    rows: 1,
    file_name: null,
  })
})

test('the inquiry of another user is reported as missing without view-all', async () => {
  const { id } = await run({ card_number: CARD })
  expect(await system.call(api.inquiries.get, { params: { id } }, 'supervisor')).toMatchObject({ id })
  await owner.query(
    `UPDATE inquiries SET owner_id = (SELECT id FROM users WHERE email = 'admin@backoffice.test') WHERE id = $1`,
    [id],
  )
  expect(await system.expectProblem(api.inquiries.get, { params: { id } }, 'agent')).toMatchObject({
    status: 404,
    code: 'inquiry_not_found',
  })
  expect(
    await system.expectProblem(
      api.inquiries.exportAnswer,
      { params: { id }, body: { columns: ['amount'] } },
      'agent',
    ),
  ).toMatchObject({ status: 404 })
})

test('exports the shown rows and columns, with formulas guarded and cards masked', async () => {
  await inLedger(system, `UPDATE transactions SET receipt_no = '=1+1' WHERE transaction_id = 4`)
  const { id } = await run({ card_number: CARD })
  const file_name = `inquiry_2026-11-20_${id.slice(0, 8)}`
  const exportAs = (format?: 'xlsx') =>
    system.call(
      api.inquiries.exportAnswer,
      {
        params: { id },
        body: {
          columns: ['card', 'receipt_no', 'points', 'amount'],
          order: ['2', '4', '999'],
          ...(format && { format }),
        },
      },
      'agent',
    )
  expect(await exportAs()).toEqual({
    file_name: `${file_name}.csv`,
    csv: "card,receipt_no,points,amount\n•••• 0011,N000000002,18.00,3600.00\n•••• 0011,'=1+1,-500.00,500.00\n",
  })
  const file = await exportAs('xlsx')
  expect(file).toEqual({ file_name: `${file_name}.xlsx`, workbook: expect.any(String) })
  const [sheet] = await readWorkbook(Buffer.from('workbook' in file ? file.workbook : '', 'base64'))
  expect(textsOf(sheet)).toEqual([
    ['card', 'receipt_no', 'points', 'amount'],
    ['•••• 0011', 'N000000002', '18.00', '3600.00'],
    ['•••• 0011', '=1+1', '-500.00', '500.00'],
  ])
  const { rows } = await owner.query(
    `SELECT changes FROM audit_events WHERE action = 'inquiry.export' AND resource_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows.map(({ changes }) => changes.format)).toEqual([undefined, [null, 'xlsx']])
})

const reveal = (card_id: string, as = 'supervisor') =>
  system.send(api.cards.reveal, { body: { card_id, reason: 'FRAUD_REVIEW', ticket_no: 'OPS-1' } }, as, {
    'idempotency-key': `once-${card_id}`,
  })

test('reveals one card at a time, audited, up to the daily quota', async () => {
  const { criteria } = await run({ card_number: CARD }, 'supervisor')
  const id = criteria.card_id as string
  expect(await reveal(id)).toMatchObject({
    status: 200,
    body: { resource: { card_number: CARD, used: 1, quota: 3 } },
  })
  const both = await Promise.all([reveal(id), reveal(id), reveal(id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 429])
  expect(both.find(({ status }) => status === 429)?.body).toMatchObject({
    code: 'reveal_quota_used',
    detail: expect.stringContaining('3 card numbers today'),
  })
  expect(await system.call(api.cards.revealQuota, {}, 'supervisor')).toEqual({ used: 3, quota: 3 })
  const { rows } = await owner.query(
    `SELECT outcome, resource_id, changes, reason FROM audit_events WHERE action = 'card.reveal' ORDER BY id`,
  )
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatchObject({
    outcome: 'done',
    resource_id: id,
    changes: {
      card: [null, '•••• 0011'],
      reason: [null, 'FRAUD_REVIEW'],
      ticket_no: [null, 'OPS-1'],
      used: [0, 1],
    },
  })
  expect(rows.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
    { resource_id: id, reason: 'reveal_quota_used' },
  ])
  // Thirteen hours before noon is yesterday.
  await owner.query(`UPDATE card_reveals SET revealed_at = revealed_at - interval '13 hours'`)
  expect(await system.call(api.cards.revealQuota, {}, 'supervisor')).toEqual({ used: 0, quota: 3 })
})

test('a reveal requires its permission, a ticket and a card', async () => {
  const { criteria } = await run({ card_number: CARD }, 'supervisor')
  const id = criteria.card_id as string
  expect(await reveal(id, 'agent')).toMatchObject({ status: 403, body: { missing: ['card:unmask'] } })
  expect(await reveal('00000000-0000-4000-8000-000000000000')).toMatchObject({
    status: 404,
    body: { code: 'card_not_found' },
  })
  const body = { card_id: id, reason: 'AUDIT', ticket_no: CARD } as const
  expect(await system.expectProblem(api.cards.reveal, { body }, 'supervisor')).toMatchObject({ status: 422 })
})

test('only a reveal returns card numbers; none is stored or logged', async () => {
  const { criteria } = await run({ card_number: CARD }, 'supervisor')
  await reveal(criteria.card_id as string)
  await system.send(api.inquiries.run, inputOf({ card_number: CARD }), 'agent', { 'idempotency-key': 'kept' })
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss', 'identity') AND tablename NOT IN ('cards', 'transactions')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `SELECT t::text AS row FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`,
      [CARD],
    )
    expect([name, rows]).toEqual([name, []])
  }
  expect(logged.length).toBeGreaterThan(10)
  expect(logged.filter((line) => line.includes(CARD))).toEqual([])
  const list = await system.call(api.inquiries.list, { body: { page: 1, page_size: 25 } }, 'supervisor')
  expect(JSON.stringify(list)).not.toContain(CARD)
})
