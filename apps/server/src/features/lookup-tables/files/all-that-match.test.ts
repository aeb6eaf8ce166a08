import { api } from '@backoffice/contract/api'
import type { RuleKind } from '@backoffice/contract/approvals'
import type { TABLE_ACTIONS } from '@backoffice/contract/files'
import type { TableDeclaration } from '@backoffice/contract/table'
import { branches } from '@backoffice/contract/tables/branches'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stagingTable } from '../../../db/staging-table.ts'
import { applyAction } from '../../../files/apply-action.ts'
import { approve, requestIn, statusOf, switchRule } from '../../../testing/approvals.ts'
import { downloadText } from '../../../testing/file-actions.ts'
import { addMasters, createRow, endpointsOf, type Texts, validRow } from '../../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../../testing/test-system.ts'

// Jobs run when a test calls them.
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
  await addMasters(system.pool)
})
afterAll(() => system.stop())

const REQUESTER = 'admin'
const DECIDER = 'leonora.santiago'

beforeEach(() =>
  system.pool.query(`
    UPDATE approval_rules SET is_on = false;
    UPDATE approvals SET status = 'WITHDRAWN', input = NULL, decided_at = now() WHERE status = 'PENDING';
    UPDATE files SET state = 'CANCELLED' WHERE state = 'QUEUED';
    DELETE FROM change_counts;
    DELETE FROM branches WHERE branch_name LIKE 'Zebra%' OR branch_name LIKE 'Other%';
    DELETE FROM tenders`),
)

type Row = { id: string; version: number }

async function aRow(table: TableDeclaration, name: string, changes: Texts = {}): Promise<Row> {
  const values = { ...validRow(table), [table.naming]: name, ...changes }
  const { status, body } = await createRow(system, table, values, REQUESTER)
  if (status >= 300) throw new Error(JSON.stringify(body))
  const { id, version } = (body as { resource: Row }).resource
  return { id, version }
}

/** Changes a row by another user, whom no rule has counted yet. */
async function change(table: TableDeclaration, row: Row, changes: Texts): Promise<void> {
  await system.pool.query('DELETE FROM change_counts')
  const body = { items: [{ ...row, ...changes }] }
  const { items } = await system.call(endpointsOf(table).update, { body }, DECIDER)
  expect(items).toMatchObject([{ outcome: 'done' }])
}

const onAll = (
  table: TableDeclaration,
  action: (typeof TABLE_ACTIONS)[number],
  count: number,
  search = 'Zebra',
) => system.send(endpointsOf(table).all, { body: { action, count, selection: { search } } }, REQUESTER)

async function runJob({ body }: { body: unknown }): Promise<string> {
  expect(body).toMatchObject({ resource: { source_filekey: expect.any(String) } })
  const { source_filekey: filekey } = (body as { resource: { source_filekey: string } }).resource
  await applyAction(system.workerDeps, { filekey, attempt: 1 })
  return filekey
}

async function namesOf(table: TableDeclaration, where: string): Promise<string[]> {
  const { rows } = await system.pool.query<{ name: string }>(
    `SELECT ${table.naming} AS name FROM ${table.name} WHERE ${where} ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}
const deleted = (table: TableDeclaration) => namesOf(table, 'deleted_at IS NOT NULL')

const fileOf = (filekey: string) =>
  system.call(api.files.get, { query: { source_filekey: filekey } }, REQUESTER)

type LaterMatch = { kind: RuleKind; table: TableDeclaration; harmless: Texts; governed: Texts }

test.each<LaterMatch>([
  { kind: 'MASTER_DELETE', table: branches, harmless: { status: 'INACTIVE' }, governed: {} },
  {
    kind: 'BIN_RANGE',
    table: tenders,
    harmless: {},
    governed: { bin_from: '900001', bin_to: '900001' },
  },
  { kind: 'MASS_CHANGE', table: tenders, harmless: {}, governed: {} },
])('$kind: a row that matches after the confirmation stays', async ({ kind, table, harmless, governed }) => {
  await aRow(table, 'Zebra one', harmless)
  const other = await aRow(table, 'Other', governed)
  await switchRule(system, kind, true, kind === 'MASS_CHANGE' ? 1 : null)
  const confirmed = await onAll(table, 'delete', 1)
  await change(table, other, { [table.naming]: 'Zebra two' })

  await runJob(confirmed)

  expect(await deleted(table)).toEqual(['Zebra one'])
})

test('a row that changed after the confirmation is refused on its own', async () => {
  await aRow(branches, 'Zebra one', { status: 'INACTIVE' })
  const two = await aRow(branches, 'Zebra two', { status: 'INACTIVE' })
  await switchRule(system, 'MASTER_DELETE', true)
  const confirmed = await onAll(branches, 'delete', 2)
  await change(branches, two, { status: 'ACTIVE' })

  const filekey = await runJob(confirmed)

  expect(await deleted(branches)).toEqual(['Zebra one'])
  expect(await fileOf(filekey)).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    counts: { total: 2, processed: 2, valid: 1, error: 1 },
  })
  expect(await downloadText(system, filekey, 'result', REQUESTER)).toMatch(
    /Zebra two,refused,.*saved this .* in the meantime/,
  )
})

async function aRequestToDelete(count: number): Promise<string> {
  await switchRule(system, 'MASS_CHANGE', true, 1)
  await system.pool.query('DELETE FROM change_counts')
  return requestIn(await onAll(tenders, 'delete', count))
}

const check = (id: string) => system.call(api.approvals.check, { params: { id } }, DECIDER)

async function deleteJobs(): Promise<string[]> {
  const { rows } = await system.pool.query<{ source_filekey: string }>(
    "SELECT source_filekey FROM files WHERE kind = 'action' AND state = 'QUEUED' AND file_name LIKE 'tenders-delete%'",
  )
  return rows.map(({ source_filekey }) => source_filekey)
}

test('an approval deletes no other rows than requested', async () => {
  const rows = [await aRow(tenders, 'Zebra one'), await aRow(tenders, 'Zebra two')]
  const others = [await aRow(tenders, 'Other one'), await aRow(tenders, 'Other two')]
  const id = await aRequestToDelete(2)
  for (const row of rows) await change(tenders, row, { tender_name: `Kept ${row.id.slice(0, 8)}` })
  for (const row of others) await change(tenders, row, { tender_name: `Zebra ${row.id.slice(0, 8)}` })

  expect(await check(id)).toMatchObject({
    is_current: false,
    detail: expect.stringContaining('other users or rows'),
  })
  await approve(system, id, DECIDER)

  expect(await statusOf(system, id)).toBe('STALE')
  expect(await deleteJobs()).toEqual([])
})

test('an approval is out of date once a requested row has changed', async () => {
  const row = await aRow(tenders, 'Zebra one')
  await aRow(tenders, 'Zebra two')
  const id = await aRequestToDelete(2)
  await change(tenders, row, { tender_name: 'Zebra three' })
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('STALE')
})

test('an approval deletes the requested rows, although others match when the job starts', async () => {
  for (const name of ['Zebra one', 'Zebra two']) await aRow(tenders, name)
  const other = await aRow(tenders, 'Other')
  const id = await aRequestToDelete(2)
  expect(await check(id)).toMatchObject({ is_current: true, detail: null })
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('EXECUTED')
  await change(tenders, other, { tender_name: 'Zebra three' })

  const [filekey = ''] = await deleteJobs()
  await applyAction(system.workerDeps, { filekey, attempt: 1 })

  expect(await deleted(tenders)).toEqual(['Zebra one', 'Zebra two'])
})

test('a decider sees the names of the first 50 rows', async () => {
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status)
    SELECT 'POS', to_char(n, 'FM0000'), 'Zebra ' || n, 'CSH', '*', 'ACTIVE' FROM generate_series(1, 60) AS n`)
  await system.pool.query(
    "UPDATE tenders SET tender_name = 'Zebra 4000000000000002' WHERE tender_id = '0002'",
  )
  const id = await aRequestToDelete(60)
  const { changes, changes_total } = await system.call(api.approvals.get, { params: { id } }, DECIDER)
  const names = changes.flatMap(({ label }) => label ?? [])
  expect(names).toHaveLength(50)
  expect(names.slice(0, 3)).toEqual([
    'POS 0001 * Zebra 1',
    expect.stringMatching(/^POS 0002 \* Zebra .*•.*0002$/),
    'POS 0003 * Zebra 3',
  ])
  expect(changes_total - changes.length).toBe(10)
})

test('one request waits per selection, and keeps no search after its decision', async () => {
  for (const name of ['Zebra one', 'Zebra two']) await aRow(tenders, name)
  const id = await aRequestToDelete(2)
  expect(await onAll(tenders, 'delete', 2)).toMatchObject({ status: 409, body: { code: 'approval_pending' } })
  const body = { items: [{ id }], reason: 'Test' }
  await system.call(api.approvals.reject, { body }, DECIDER)
  const { rows } = await system.pool.query('SELECT records, input FROM approvals WHERE id = $1', [id])
  expect(rows).toEqual([{ records: [expect.stringMatching(/^[0-9a-f]{64}$/)], input: null }])
})

test('an action without its rows fails instead of choosing again', async () => {
  await aRow(tenders, 'Zebra one')
  const { body } = await onAll(tenders, 'delete', 1)
  const { source_filekey: filekey } = (body as { resource: { source_filekey: string } }).resource
  await system.pool.query(`DROP TABLE ${stagingTable(filekey)}`)
  await applyAction(system.workerDeps, { filekey, attempt: 1 })
  expect(await fileOf(filekey)).toMatchObject({ state: 'FAILED', failure: { code: 'rows_lost' } })
  expect(await deleted(tenders)).toEqual([])
})
