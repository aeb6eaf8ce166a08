import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { openCase, startCaseSystem } from '../../testing/cases.ts'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'

const HEADER = 'case_no,result,posted_on,remark'

let cases: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  cases = await startCaseSystem({ workers: true })
})
afterAll(() => cases.stop())

const lines = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`
const check = (content: string, as = 'supervisor') =>
  dryRun(cases.system, content, as, { category: 'CASES', file_name: 'reply.csv' })
const open = (as = 'agent') => openCase(cases.system, { card_id: cases.cardId }, as)
const get = (id: string) => cases.system.call(api.cases.get, { params: { id } }, 'supervisor')

type PreviewBody = CallInput<typeof api.files.preview>['body']
const preview = (source_filekey: string, outcome: PreviewBody['outcome'], as = 'supervisor') =>
  cases.system.call(api.files.preview, { body: { source_filekey, outcome } }, as)

const start = (source_filekey: string, partial?: boolean, as = 'supervisor') =>
  cases.system.call(
    api.cases.import,
    { body: { source_filekey, ...(partial !== undefined && { partial }) } },
    as,
  )
const ended = (source_filekey: string, as = 'supervisor') =>
  waitFor(cases.system, source_filekey, as, ({ state }) => isFinalState(state))
async function confirm(source_filekey: string, partial?: boolean, as = 'supervisor') {
  await start(source_filekey, partial, as)
  return ended(source_filekey, as)
}
async function eventsOf(id: string) {
  const { rows } = await cases.system.pool.query(
    `SELECT action, actor_name, changes, reason FROM audit_events
     WHERE resource_id = $1 AND action IN ('case.resolve', 'case.reject') ORDER BY id`,
    [id],
  )
  return rows
}

test('previews a posting reply and closes its cases', async () => {
  const [posted, rejected, same] = [await open(), await open(), await open()]
  const items = [{ id: same.id, version: same.version }]
  await cases.system.call(api.cases.resolve, { body: { items, resolution: 'DUPLICATE' } }, 'supervisor')
  const file = await check(
    [
      'Remark;CASE_NO;colour;result;posted_on',
      `'=Card 9990000000000011 credited;${posted.case_no.toLowerCase()};;posted;2026-11-20`,
      `No purchase found;${Number(rejected.case_no.slice(2))};;REJECTED;`,
      `;${same.case_no};;Duplicate;`,
    ].join('\r\n'),
  )
  expect(file).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    kind: 'import',
    category: 'CASES',
    counts: { total: 3, valid: 3, error: 0 },
    preview: { new: 0, changed: 2, unchanged: 1, rejected: 0 },
    may: { confirm: true },
  })
  const { items: changed } = await preview(file.source_filekey, 'changed')
  expect(changed).toMatchObject([
    {
      key: posted.case_no,
      name: '•••• 0011',
      changes: [
        { field: 'remark', from: null, to: '=Card ••••0011 credited' },
        { field: 'status', from: 'OPEN', to: 'RESOLVED' },
        { field: 'posted_on', from: null, to: '2026-11-20' },
        { field: 'resolution', from: null, to: 'POSTED' },
      ],
    },
    {
      key: rejected.case_no,
      changes: [
        { field: 'remark', to: 'No purchase found' },
        { field: 'status', to: 'REJECTED' },
      ],
    },
  ])
  expect(await get(posted.id)).toMatchObject({ status: 'OPEN' })
  expect(await confirm(file.source_filekey)).toMatchObject({
    state: 'COMPLETED',
    preview: { written: { new: 0, changed: 2, conflicts: 0 } },
  })
  const by = (await get(posted.id)).resolved_by
  expect(await get(posted.id)).toMatchObject({
    status: 'RESOLVED',
    resolution: 'POSTED',
    reason: 'Posted on 20 Nov 2026. =Card ••••0011 credited',
  })
  expect(await get(rejected.id)).toMatchObject({
    status: 'REJECTED',
    resolution: null,
    reason: 'No purchase found',
    resolved_by: by,
  })
  expect(await eventsOf(posted.id)).toEqual([
    {
      action: 'case.resolve',
      actor_name: by?.name,
      reason: 'Posted on 20 Nov 2026. =Card ••••0011 credited',
      changes: {
        status: ['OPEN', 'RESOLVED'],
        resolution: [null, 'POSTED'],
        posted_on: [null, '2026-11-20'],
        remark: [null, '=Card ••••0011 credited'],
        source_filekey: [null, file.source_filekey],
      },
    },
  ])
  expect(await eventsOf(same.id)).toHaveLength(1)
})

test('a reply that was imported before changes nothing', async () => {
  const found = await open()
  const content = lines(`${found.case_no},NOT_OWED,,Not eligible`)
  await confirm((await check(content)).source_filekey)
  const again = await check(`${content}\n`)
  expect(again.preview).toMatchObject({ changed: 0, unchanged: 1, rejected: 0 })
})

test('rejects unknown, doubled and closed cases and bad values, and writes the others', async () => {
  const [good, closed, bad] = [await open(), await open(), await open()]
  const items = [{ id: closed.id, version: closed.version }]
  await cases.system.call(api.cases.reject, { body: { items, reason: 'No such receipt' } }, 'supervisor')
  const no = bad.case_no
  const wrong: readonly (readonly [string, string, string, string])[] = [
    ['C-999999,POSTED,2026-11-20,', 'E007', 'case_no', 'C-999999 does not exist'],
    [`${good.case_no},DUPLICATE,,`, 'E008', 'case_no', 'Same case as row 1 (line 2)'],
    [`${closed.case_no},POSTED,2026-11-20,`, 'E007', 'case_no', `${closed.case_no} is already rejected`],
    ['118-A,POSTED,2026-11-20,', 'E004', 'case_no', 'Not a case number such as C-000118'],
    [',POSTED,2026-11-20,', 'E001', 'case_no', ''],
    [`${no},PAID,,`, 'E010', 'result', ''],
    [`${no},,,`, 'E001', 'result', ''],
    [`${no},POSTED,,`, 'E001', 'posted_on', 'Enter the day of posting'],
    [`${no},POSTED,20/11/2026,`, 'E005', 'posted_on', ''],
    [`${no},POSTED,2026-11-21,`, 'E006', 'posted_on', 'Is after today, 20 Nov 2026'],
    [`${no},REJECTED,,`, 'E001', 'remark', 'Enter why posting rejected the case'],
    [`${no},NOT_OWED,,${'x'.repeat(201)}`, 'E004', 'remark', ''],
    [`${no},NOT_OWED,,x,surplus`, 'E004', 'column 5', ''],
  ]
  const file = await check(lines(`${good.case_no},NOT_OWED,,`, ...wrong.map(([row]) => row)))
  expect(file.preview).toMatchObject({ changed: 1, rejected: wrong.length })
  const { items: rejected } = await preview(file.source_filekey, 'rejected')
  for (const [at, [row, code, column, message]] of wrong.entries()) {
    expect(rejected[at]?.errors, row).toContainEqual(
      expect.objectContaining({ code, column, ...(message && { message }) }),
    )
  }
  const refused = await cases.system.expectProblem(
    api.cases.import,
    { body: { source_filekey: file.source_filekey, partial: false } },
    'supervisor',
  )
  expect(refused).toMatchObject({ status: 422, errors: [{ code: 'rows_rejected' }] })
  expect(await get(good.id)).toMatchObject({ status: 'OPEN' })
  expect(await confirm(file.source_filekey, true)).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    preview: { written: { changed: 1 } },
  })
  expect(await get(good.id)).toMatchObject({ status: 'RESOLVED', resolution: 'NOT_OWED' })
  expect(await get(bad.id)).toMatchObject({ status: 'OPEN' })
  const download = await downloadText(cases.system, file.source_filekey, 'rejected', 'supervisor')
  expect(download).toContain(`C-999999,POSTED,2026-11-20,,E007 case_no: C-999999 does not exist\n`)
  // The rejected rows are a new upload, whose errors column is ignored.
  expect((await check(download)).preview).toMatchObject({ changed: 0, rejected: wrong.length })
})

test.each([
  'case_no,posted_on\nC-000001,\n',
  'card_number\n9990000000000011\n',
  'case_no,result,result\nC-1,POSTED,POSTED\n',
])('the columns of the file %j are to be matched', async (content) => {
  expect(await check(content)).toMatchObject({ state: 'MATCHING', failure: null })
})

test('rejects a case that changed between the check and the confirmation', async () => {
  const [kept, changed, closed] = [await open(), await open(), await open()]
  const content = lines(...[kept, changed, closed].map(({ case_no }) => `${case_no},POSTED,2026-11-19,`))
  const [whole, valid] = [await check(content), await check(`${content}\n`)]
  const as = 'supervisor'
  const reject = { items: [{ id: changed.id, version: changed.version }], reason: 'Not ours' }
  await cases.system.call(api.cases.reject, { body: reject }, as)
  const resolve = { items: [{ id: closed.id, version: closed.version }], resolution: 'POSTED' as const }
  await cases.system.call(api.cases.resolve, { body: resolve }, as)

  expect(await confirm(whole.source_filekey)).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    failure: { code: 'conflict', detail: expect.stringContaining('Nothing was imported: One row') },
  })
  expect(await get(kept.id)).toMatchObject({ status: 'OPEN' })

  const done = await confirm(valid.source_filekey, true)
  expect(done).toMatchObject({ preview: { written: { changed: 1, conflicts: 1 } } })
  expect(await get(kept.id)).toMatchObject({ status: 'RESOLVED' })
  expect(await get(changed.id)).toMatchObject({ status: 'REJECTED' })
  expect(await downloadText(cases.system, valid.source_filekey, 'rejected', as)).toContain(
    `${changed.case_no} changed after the check: it is now rejected.`,
  )
})

test('two replies at once close each case once', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => open()))
  const rows = found.map(({ case_no }) => `${case_no},POSTED,2026-11-19,`)
  const files = [await check(lines(...rows)), await check(lines(...rows.toReversed()))]
  await Promise.all(files.map(({ source_filekey }) => start(source_filekey)))
  const ends = await Promise.all(files.map(({ source_filekey }) => ended(source_filekey)))
  expect(ends.map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED'])
  expect(ends.map(({ preview: each }) => each?.written?.changed).sort()).toEqual([0, 20])
  for (const { id } of found) expect(await eventsOf(id)).toHaveLength(1)
})

test('closes 500 cases in one transaction', async () => {
  const { rows } = await cases.system.pool.query<{ case_no: string }>(
    `INSERT INTO cases (kind, card_id, last_four, ticket_no, due_on, opened_by, opened_at, updated_at)
     SELECT 'OTHER', $1, '0011', 'OPS-1', '2026-11-27', (SELECT min(id::text)::uuid FROM users), now(), now()
     FROM generate_series(1, 500) RETURNING case_no`,
    [cases.cardId],
  )
  const file = await check(lines(...rows.map(({ case_no }) => `${case_no},NOT_OWED,,`)))
  expect(file.preview).toMatchObject({ changed: 500 })
  expect(await confirm(file.source_filekey)).toMatchObject({
    state: 'COMPLETED',
    preview: { written: { changed: 500 } },
  })
  const { rows: left } = await cases.system.pool.query(
    `SELECT count(*)::int AS open FROM cases WHERE status = 'OPEN' AND ticket_no = 'OPS-1'`,
  )
  expect(left).toEqual([{ open: 0 }])
})

test('cases of other users do not exist for a user without case:view-all', async () => {
  const access = ['file:upload', 'file:view', 'file:download', 'case:view', 'case:create', 'case:resolve']
  await giveAccess(cases.system, 'lookup', ['All'], access as Parameters<typeof giveAccess>[3])
  const [own, other] = [await open('lookup'), await open('agent')]
  const content = lines(`${own.case_no},NOT_OWED,,`, `${other.case_no},NOT_OWED,,`)
  const file = await check(content, 'lookup')
  expect(file.preview).toMatchObject({ changed: 1, rejected: 1 })
  const { items } = await preview(file.source_filekey, 'rejected', 'lookup')
  expect(items).toMatchObject([{ name: '', errors: [{ message: `${other.case_no} does not exist` }] }])
})

test('a user without case:resolve can neither upload nor confirm', async () => {
  const body = { file_name: 'reply.csv', content_type: 'text/csv', size: 10, category: 'CASES' }
  expect(await cases.system.expectProblem(api.files.presign, { body }, 'agent')).toMatchObject({
    status: 403,
    missing: ['case:resolve'],
  })
  const found = await open()
  const file = await check(lines(`${found.case_no},NOT_OWED,,`))
  const confirmation = { body: { source_filekey: file.source_filekey } }
  expect(await cases.system.expectProblem(api.cases.import, confirmation, 'agent')).toMatchObject({
    status: 403,
  })
  expect(await cases.system.expectProblem(api.tenders.import, confirmation, 'admin')).toMatchObject({
    status: 409,
    detail: 'This is a file of Cases, not an import into Tenders.',
  })
})

test('the template has an example row that the check reads', async () => {
  const { file_name, content } = await cases.system.call(api.cases.template, {}, 'supervisor')
  expect(file_name).toBe('case_replies_v1.csv')
  const [header, row] = content.split('\n')
  expect(header).toBe(HEADER)
  expect(row).toMatch(/^C-000001,POSTED,2026-11-20,/)
})
