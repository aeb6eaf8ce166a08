import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import type { ListQuery } from '@backoffice/contract/list'
import { keyFields, type ReferencedTable, type TableDeclaration, tableList } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'
import { addMasters, createRow, endpointsOf, type Texts, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const logged: string[] = []
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true, log: (line) => void logged.push(line) })
  await addMasters(system.pool)
})
afterAll(() => system.stop())

const MASKED = TABLES.flatMap((table) =>
  Object.keys(table.fields)
    .filter((name) => table.fields[name]?.masked)
    .map((name) => [`${table.title}: ${name}`, table, name] as const),
)
/** Valid in every masked field; only the last characters may be visible. */
const SECRET = 'ZQXK00012347788'
const OTHER = 'ZQXK99988871234'
const [HIDDEN, SHOWN, OTHER_SHOWN] = ['ZQXK', '••••7788', '••••1234']

type Row = { id: string; version: number } & Record<string, unknown>

async function create(table: TableDeclaration, values: Texts): Promise<Row> {
  const { status, body } = await createRow(system, table, values)
  expect([status, body]).toEqual([201, expect.anything()])
  return (body as { resource: Row }).resource
}

const update = (table: TableDeclaration, items: readonly object[]) =>
  system.send(endpointsOf(table).update, { body: { items } as never }, 'admin')

async function stored(table: TableDeclaration, name: string, id: string): Promise<unknown> {
  const { rows } = await system.pool.query(`SELECT ${name} AS value FROM ${table.name} WHERE id = $1`, [id])
  return rows[0]?.value
}

const list = (table: TableDeclaration, query: Partial<ListQuery>) =>
  system.send(endpointsOf(table).list, { body: query as never }, 'admin')

async function exported(table: TableDeclaration, body: object): Promise<string> {
  const { source_filekey } = await system.call(endpointsOf(table).export, { body: body as never }, 'admin')
  await waitFor(system, source_filekey, 'admin', ({ state }) => isFinalState(state))
  return downloadText(system, source_filekey, 'result', 'admin')
}

/** All reports and pages of a dry run, and the result of its import. */
async function imported(table: TableDeclaration, content: string) {
  const file = await dryRun(system, content, 'admin', { category: table.category })
  const { source_filekey } = file
  const pages = await system.send(
    api.files.preview,
    { body: { source_filekey, outcome: 'changed', page: 1, page_size: 25 } },
    'admin',
  )
  const reports = await Promise.all(
    file.artifacts
      .filter((artifact) => artifact !== 'source')
      .map((artifact) => downloadText(system, source_filekey, artifact, 'admin')),
  )
  await system.call(endpointsOf(table).import, { body: { source_filekey, partial: true } }, 'admin')
  const ended = await waitFor(system, source_filekey, 'admin', ({ state }) => isFinalState(state))
  return { file, pages, reports, ended }
}

async function acted(table: TableDeclaration, search: string) {
  const body = { action: 'deactivate', selection: { search }, count: 1 } as never
  const { source_filekey } = await system.call(endpointsOf(table).all, { body }, 'admin')
  await waitFor(system, source_filekey, 'admin', ({ state }) => isFinalState(state))
  return downloadText(system, source_filekey, 'result', 'admin')
}

/** Unique value that a search finds. */
const nameOf = (table: TableDeclaration, values: Texts) => values[table.naming] ?? ''

test.each(MASKED)('%s: no reply, file, log or other table has the value', async (_what, table, name) => {
  const endpoints = endpointsOf(table)
  const values = { ...validRow(table), [name]: SECRET }
  const others = await create(table, { ...validRow(table), [name]: OTHER })
  const created = await create(table, values)
  const { id } = created
  const item = { id, version: created.version }
  const shown: Record<string, unknown> = {
    created,
    'created twice': await createRow(system, table, values),
    list: await list(table, { search: nameOf(table, values) }),
    get: await system.send(endpoints.get, { params: { id } }, 'admin'),
    replaced: await update(table, [{ ...item, [name]: OTHER }]),
    conflict: await update(table, [{ ...item, [name]: SECRET }]),
    'conflicts of several': await update(table, [
      { ...item, [name]: SECRET },
      { id: others.id, version: others.version + 1, [name]: SECRET },
    ]),
    'deleted with another version': await system.send(endpoints.delete, { body: { items: [item] } }, 'admin'),
    refused: await update(table, [{ id, version: 2, [name]: `${SECRET}!` }]),
    deleted: await system.send(endpoints.delete, { body: { items: [{ id, version: 2 }] } }, 'admin'),
    'restored with another version': await system.send(
      endpoints.restore,
      { body: { items: [item] } },
      'admin',
    ),
    restored: await system.send(endpoints.restore, { body: { items: [{ id, version: 3 }] } }, 'admin'),
    uses: await system.send(endpoints.uses, { body: { ids: [id] } }, 'admin'),
    template: await system.send(endpoints.template, {}, 'admin'),
    'export, view': await exported(table, { form: 'view', columns: Object.keys(tableList(table).fields) }),
    'export, view by default': await exported(table, { form: 'view' }),
    'export, template': await exported(table, { form: 'template' }),
    history: await system.send(
      api.history.get,
      { params: { resource: table.resource, id } as never },
      'admin',
    ),
    audit: await system.send(api.audit.list, { body: { filters: { record: { in: [id] } } } }, 'admin'),
    'all that match': await acted(table, nameOf(table, values)),
  }
  const keys = keyFields(table)
  const line = (end: string) => [...keys.map((key) => values[key]), end].join()
  shown.import = await imported(table, `${[...keys, 'effective_to'].join()}\n${line('2031-12-31')}\n`)
  expect(Object.keys(shown).filter((path) => JSON.stringify(shown[path]).includes(HIDDEN))).toEqual([])
  for (const path of ['created', 'list', 'get'])
    expect([path, JSON.stringify(shown[path])]).toEqual([path, expect.stringContaining(SHOWN)])
  for (const path of ['replaced', 'conflict', 'restored', 'export, view', 'history', 'audit'])
    expect([path, JSON.stringify(shown[path])]).toEqual([path, expect.stringContaining(OTHER_SHOWN)])
  expect(logged.join('\n')).not.toContain(HIDDEN)

  // A job drops the staged rows.
  const staged = `SELECT FROM pg_tables WHERE schemaname = 'staging'`
  await expect.poll(async () => (await system.pool.query(staged)).rowCount).toBe(0)
  const { rows } = await system.pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND n.nspname IN ('public', 'staging', 'pgboss', 'identity') AND relname <> $1`,
    [table.name],
  )
  for (const { name: other } of rows) {
    const found = await system.pool.query(`SELECT FROM ${other} t WHERE t::text LIKE $1 LIMIT 1`, [
      `%${HIDDEN}%`,
    ])
    expect([other, found.rowCount]).toEqual([other, 0])
  }
})

test.each(MASKED)('%s cannot be searched, sorted or filtered', async (_what, table, name) => {
  const values = { ...validRow(table), [name]: SECRET }
  const { id } = await create(table, values)
  for (const search of [SECRET, SECRET.slice(-4), HIDDEN]) {
    const { body } = await list(table, { search })
    expect(JSON.stringify(body)).not.toContain(id)
  }
  const filters = [{ in: [SECRET] }, { contains: '7788' }, { empty: false }]
  const selections = filters.map((condition) => ({ filters: { [name]: condition } }))
  for (const query of [...selections, { sort: [`${name}:asc`] }, { sort: [`${name}:desc`] }])
    expect((await list(table, query as never)).status).toBe(422)
  for (const selection of selections) {
    const body = { form: 'view', ...selection } as never
    expect((await system.send(endpointsOf(table).export, { body }, 'admin')).status).toBe(422)
    const all = { action: 'deactivate', selection, count: 1 } as never
    expect((await system.send(endpointsOf(table).all, { body: all }, 'admin')).status).toBe(422)
  }
  const options = Object.values(api.options).find(({ path }) => path === `${table.path}/options`)
  if (!options) return
  for (const part of ['within', 'except']) {
    const body = { [part]: { [name]: SECRET } }
    const problem = await system.expectProblem(options, { body }, 'admin')
    expect([part, problem.status, problem.errors?.[0]?.code]).toEqual([part, 422, 'unknown_field'])
  }
  const { items } = await system.call(options, { body: { search: SECRET } }, 'admin')
  expect(items).toEqual([])
})

test.each(MASKED)('%s stays if sent as shown, and can be replaced or cleared', async (_what, table, name) => {
  const created = await create(table, { ...validRow(table), [name]: SECRET })
  const { id } = created
  const write = async (version: number, values: object) => {
    const { status, body } = await update(table, [{ id, version, ...values }])
    const { items = [] } = (body as { resource?: { items: { outcome: string; row: Row }[] } }).resource ?? {}
    return {
      status,
      outcome: items[0]?.outcome,
      shown: items[0]?.row[name],
      stored: await stored(table, name, id),
    }
  }
  const kept = { shown: SHOWN, stored: SECRET, status: 200 }
  expect(await write(1, { effective_to: '2031-12-31' })).toEqual({ ...kept, outcome: 'done' })
  // The shown value of this row.
  expect(await write(2, { [name]: SHOWN })).toEqual({ ...kept, outcome: 'unchanged' })
  expect(await write(2, { [name]: SHOWN, effective_to: '2032-12-31' })).toEqual({ ...kept, outcome: 'done' })
  // The reply to a right guess is that to a wrong one.
  expect(await write(3, { [name]: SECRET })).toEqual({ ...kept, outcome: 'done' })
  // The shown value of another row.
  expect(await write(4, { [name]: OTHER_SHOWN })).toMatchObject({ status: 422, stored: SECRET })
  expect(await write(4, { [name]: OTHER })).toEqual({
    ...{ outcome: 'done', shown: OTHER_SHOWN, stored: OTHER, status: 200 },
  })
  expect(await write(5, { [name]: null })).toEqual({
    outcome: 'done',
    shown: null,
    stored: null,
    status: 200,
  })
  expect(await write(6, { [name]: null })).toMatchObject({ outcome: 'unchanged' })
  const { rows } = await system.pool.query(
    'SELECT changes->$2 AS change FROM audit_events WHERE resource_id = $1 AND changes ? $2 ORDER BY id',
    [id, name],
  )
  expect(rows.map(({ change }) => change)).toEqual([
    [null, SHOWN],
    [SHOWN, SHOWN],
    [SHOWN, OTHER_SHOWN],
    [OTHER_SHOWN, null],
  ])
})

test('a masked field is not used for names, search, keys, moves, ranges or references', () => {
  for (const [, table, name] of MASKED) {
    const parts = [table.naming, ...table.searched, ...keyFields(table), ...(table.movedBy ?? [])]
    const ranges = (table.ranges ?? []).flatMap(({ from, to, within }) => [from, to, ...within])
    const referring = TABLES.flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ reference }) =>
        reference?.table === (table.path.slice(1) as ReferencedTable) ? [reference.except?.field ?? ''] : [],
      ),
    )
    expect([...parts, ...ranges, ...referring]).not.toContain(name)
  }
})
