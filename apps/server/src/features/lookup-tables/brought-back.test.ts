import { api } from '@backoffice/contract/api'
import { keyFields, type TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import { terminals } from '@backoffice/contract/tables/terminals'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import { addMasters, createRow, endpointsOf, fileOf, type Texts, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** A key that was deleted comes back as the same row, which is a change for permissions, rules and history. */
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
})
afterAll(() => system.stop())

type Row = { id: string; version: number }

async function aDeletedRow(table: TableDeclaration): Promise<{ row: Row; values: Texts }> {
  const values = validRow(table)
  const { body } = await createRow(system, table, values)
  const { resource } = body as { resource: Row & { row?: Row } }
  const { id, version } = resource.row ?? resource
  const { items } = await system.call(
    endpointsOf(table).delete,
    { body: { items: [{ id, version }] } },
    'admin',
  )
  return { row: { id, version: items[0]?.row?.version ?? 0 }, values }
}

async function actionsOf({ id }: Row) {
  const { rows } = await system.pool.query<{ action: string; changes: object }>(
    "SELECT split_part(action, '.', 2) AS action, changes FROM audit_events WHERE resource_id = $1 AND outcome = 'done' ORDER BY id",
    [id],
  )
  return rows
}

async function idsOf(table: TableDeclaration, values: Texts) {
  const keys = keyFields(table)
  const { rows } = await system.pool.query<{ id: string; deleted_at: Date | null }>(
    `SELECT id, deleted_at FROM ${table.name} WHERE ${keys.map((name, index) => `${name} = $${index + 1}`).join(' AND ')}`,
    keys.map((name) => values[name]),
  )
  return rows
}

test.each(TABLES)('a created row of $name has the id and the history of its deleted key', async (table) => {
  const { row, values } = await aDeletedRow(table)
  expect((await createRow(system, table, values)).status).toBe(201)
  expect(await idsOf(table, values)).toEqual([{ id: row.id, deleted_at: null }])
  const actions = await actionsOf(row)
  expect(actions.map(({ action }) => action)).toEqual(['create', 'delete', 'restore'])
  expect(actions.at(-1)?.changes).toMatchObject({ deleted: ['Yes', 'No'] })
})

test.each(TABLES)('no other row of $name takes a deleted key', async (table) => {
  const { values } = await aDeletedRow(table)
  const { body } = await createRow(system, table, validRow(table))
  const { resource } = body as { resource: Row & { row?: Row } }
  const { id, version } = resource.row ?? resource
  const key = Object.fromEntries(keyFields(table).map((name) => [name, values[name]]))
  const problem = await system.expectProblem(
    endpointsOf(table).update,
    { body: { items: [{ id, version, ...key }] } },
    'admin',
  )
  expect(problem.errors?.map(({ code }) => code)).toEqual(['deleted_key'])
})

test.each(TABLES)('a row of $name created while its key is deleted is no other row', async (table) => {
  const values = validRow(table)
  const { body } = await createRow(system, table, values)
  const { resource } = body as { resource: Row & { row?: Row } }
  const { id } = resource.row ?? resource
  const deletion = await system.pool.connect()
  try {
    await deletion.query('BEGIN')
    await deletion.query(`UPDATE ${table.name} SET deleted_at = now() WHERE id = $1`, [id])
    const created = createRow(system, table, values)
    const waiting =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
    await vi.waitFor(async () => expect((await deletion.query(waiting)).rowCount).toBe(1), 10_000)
    await deletion.query('COMMIT')
    // A terminal is locked before it is written, and so found as deleted.
    const isFound = table.name === terminals.name
    expect(await created).toMatchObject(
      isFound ? { status: 201 } : { status: 422, body: { errors: [{ code: 'deleted_key' }] } },
    )
    expect(await idsOf(table, values)).toMatchObject([{ id }])
  } finally {
    deletion.release(true)
  }
})

test('a terminal gets another id only with the permission to move it', async () => {
  await giveAccess(system, 'glass', ['Lookup'], ['terminal:view', 'terminal:upsert'])
  const { body } = await createRow(system, terminals, validRow(terminals))
  const { id, version } = (body as { resource: { row: Row } }).resource.row
  const { terminal_id = '' } = validRow(terminals)
  const renamed = { body: { items: [{ id, version, terminal_id: terminal_id ?? '' }] } }
  expect(await system.send(api.terminals.update, renamed, 'glass')).toMatchObject({
    status: 403,
    body: { missing: ['terminal:move'] },
  })
  expect(await system.send(api.terminals.update, renamed, 'admin')).toMatchObject({ status: 200 })
})

test.each(TABLES)('an imported row of $name has the id and the history of its deleted key', async (table) => {
  const { row, values } = await aDeletedRow(table)
  const source_filekey = await importOf(table, values)
  await waitFor(system, source_filekey, 'admin', ({ state }) => state === 'COMPLETED')
  expect(await idsOf(table, values)).toEqual([{ id: row.id, deleted_at: null }])
  expect((await actionsOf(row)).map(({ action }) => action)).toEqual(['create', 'delete', 'restore'])
})

async function importOf(table: TableDeclaration, values: Texts): Promise<string> {
  const { source_filekey } = await dryRun(system, fileOf(table, [values]), 'admin', {
    category: table.category,
    file_name: 'rows.csv',
  })
  await system.call(endpointsOf(table).import, { body: { source_filekey } }, 'admin')
  return source_filekey
}

test('a key that is deleted after the check of a file conflicts', async () => {
  const values = validRow(tenders)
  const { source_filekey } = await dryRun(system, fileOf(tenders, [values]), 'admin', {
    category: tenders.category,
    file_name: 'rows.csv',
  })
  const { body } = await createRow(system, tenders, values)
  const { id, version } = (body as { resource: Row }).resource
  await system.call(api.tenders.delete, { body: { items: [{ id, version }] } }, 'admin')
  await system.call(api.tenders.import, { body: { source_filekey } }, 'admin')
  const { state } = await waitFor(system, source_filekey, 'admin', ({ finished_at }) => finished_at !== null)
  expect(state).toBe('COMPLETED_WITH_ERRORS')
  expect(await idsOf(tenders, values)).toMatchObject([{ id, deleted_at: expect.any(Date) }])
})

test('a row that comes back with other values needs the permission to change it', async () => {
  await giveAccess(system, 'glass', ['Lookup'], ['tender:view', 'tender:create'])
  const { row, values } = await aDeletedRow(tenders)
  const changed = { ...values, tender_name: 'Another' }
  expect(await createRow(system, tenders, changed, 'glass')).toMatchObject({
    status: 403,
    body: { code: 'access_denied', missing: ['tender:update'] },
  })
  expect((await createRow(system, tenders, values, 'glass')).status).toBe(201)
  expect(await idsOf(tenders, values)).toMatchObject([{ id: row.id }])
})

test('a settlement account does not come back by a new company without one', async () => {
  const table = TABLES.find(({ name }) => name === 'company_groups') as TableDeclaration
  const { row, values } = await aDeletedRow(table)
  const { settlement_account_ref: _, ...open } = values
  await createRow(system, table, open)
  const { rows } = await system.pool.query(
    'SELECT settlement_account_ref FROM company_groups WHERE id = $1',
    [row.id],
  )
  expect(rows).toEqual([{ settlement_account_ref: null }])
})
