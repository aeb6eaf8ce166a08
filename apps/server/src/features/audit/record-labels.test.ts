import { api } from '@backoffice/contract/api'
import { namingKeys } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { dryRun } from '../../testing/file-actions.ts'
import { addMasters, createRow, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await addMasters(system.pool)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

const newest = async (search: string) =>
  (await system.call(api.audit.list, { body: { search } }, 'auditor')).items[0]

const idOf = async (text: string) => (await owner.query<{ id: string }>(text)).rows[0]?.id ?? ''

test.each(TABLES.map((table) => [table.title, table] as const))(
  '%s: an event is found by the key values of its row',
  async (_title, table) => {
    const row = validRow(table)
    const { status } = await createRow(system, table, row)
    expect(status).toBe(201)
    const label = namingKeys(table)
      .map((name) => row[name])
      .join(' ')
    expect(await newest(label)).toMatchObject({ resource: table.resource, record: { label } })
    expect(await newest(`${label} create`)).toMatchObject({ resource: table.resource, record: { label } })
  },
)

test('the event of a moved terminal is found by its id', async () => {
  const query = { terminal_id: '60417999', company_code: 'NLF', branch_code: '0417' }
  await system.call(api.terminals.upsert, { query }, 'lookup')
  await system.call(api.terminals.upsert, { query: { ...query, branch_code: '0419' }, version: 1 }, 'lookup')
  expect(await newest('60417999 move')).toMatchObject({
    action: 'terminal.move',
    record: { label: '60417999' },
  })
})

test('a new table provides the labels of its records', async () => {
  const id = crypto.randomUUID()
  await owner.query(`CREATE FUNCTION label_of_glass_postal_region(of_id uuid) RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT 'Region ' || left(of_id::text, 8) $$`)
  await system.pool.query(
    `INSERT INTO audit_events (actor_name, action, resource, resource_id, outcome)
     VALUES ('Rosa Vidal', 'glass-postal-region.update', 'glass-postal-region', $1, 'done'),
       ('Rosa Vidal', 'glass-postal-area.update', 'glass-postal-area', $1, 'done')`,
    [id],
  )
  const { rows } = await owner.query(
    'SELECT resource, record_label AS label FROM audit_events WHERE resource_id = $1 ORDER BY id',
    [id],
  )
  expect(rows).toEqual([
    { resource: 'glass-postal-region', label: `Region ${id.slice(0, 8)}` },
    { resource: 'glass-postal-area', label: null },
  ])
  await owner.query('DROP FUNCTION label_of_glass_postal_region')
})

test('events of users, roles, policies and files are found by name', async () => {
  const agent = await idOf(`SELECT id FROM users WHERE email = 'agent@backoffice.test'`)
  const auditor = await idOf(`SELECT id FROM roles WHERE name = 'Auditor'`)
  const policy = await idOf('SELECT id FROM policies ORDER BY name LIMIT 1')
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM policies WHERE id = $1', [policy])
  const event = (resource: string, id: string) => [`${resource}.update`, resource, id]
  for (const values of [event('user', agent), event('role', auditor), event('policy', policy)])
    await system.pool.query(
      `INSERT INTO audit_events (actor_name, action, resource, resource_id, outcome)
       VALUES ('Rosa Vidal', $1, $2, $3, 'done')`,
      values,
    )
  const name = rows[0]?.name ?? ''
  expect(await newest('vidal maria reyes')).toMatchObject({ record: { id: agent, label: 'Maria Reyes' } })
  expect(await newest('vidal auditor')).toMatchObject({ record: { id: auditor, label: 'Auditor' } })
  expect(await newest(`vidal ${name}`)).toMatchObject({ record: { id: policy, label: name } })

  const content = 'card_number\n9990000000000011\n'
  const { source_filekey } = await dryRun(system, content, 'agent', { file_name: 'northline week 47.csv' })
  expect(await newest('northline week 47.csv')).toMatchObject({
    record: { id: source_filekey, label: 'northline week 47.csv' },
  })
})

test('an event keeps the name of its record at that time, even after deletion', async () => {
  const policy = await idOf(`SELECT id FROM policies WHERE risk = 'LOW' ORDER BY name LIMIT 1`)
  const body = { name: 'Early rota', description: '', modules: ['Lookup' as const], policy_ids: [policy] }
  const { id } = await system.call(api.roles.create, { body }, 'admin')
  const { version } = await system.call(api.roles.get, { params: { id } }, 'admin')
  await system.call(api.roles.update, { params: { id }, body: { version, name: 'Late rota' } }, 'admin')
  await system.call(api.roles.remove, { params: { id }, version: version + 1 }, 'admin')
  const { items } = await system.call(
    api.audit.list,
    { body: { filters: { record: { in: [id] } } } },
    'auditor',
  )
  expect(items.map(({ action, record }) => [action, record?.label])).toEqual([
    ['role.delete', 'Late rota'],
    ['role.update', 'Late rota'],
    ['role.create', 'Early rota'],
  ])
  expect(await newest('late rota delete')).toMatchObject({ action: 'role.delete' })
})

test('the migration labels older events with the current or last name of their record', async () => {
  const gone = crypto.randomUUID()
  const lookup = await idOf(`SELECT id FROM users WHERE email = 'lookup@backoffice.test'`)
  const insert = (action: string, id: string, changes: object) =>
    owner.query(
      `INSERT INTO audit_events (actor_name, action, resource, resource_id, outcome, changes)
       VALUES ('Earlier', $1, split_part($1, '.', 1), $2, 'done', $3)`,
      [action, id, changes],
    )
  await owner.query('ALTER TABLE audit_events DISABLE TRIGGER label')
  await insert('user.update', lookup, {})
  await insert('role.create', gone, { name: [null, 'Weekend desk'] })
  await insert('role.delete', gone, { name: ['Weekend desk', null] })
  await insert('file.remove', crypto.randomUUID(), {})
  await owner.query('ALTER TABLE audit_events ENABLE TRIGGER label')
  await owner.query(`DELETE FROM migrations WHERE name = '034-label-audit-events.sql'`)
  expect(await migrate(owner)).toEqual(['034-label-audit-events.sql'])
  const { rows } = await owner.query(
    `SELECT action, record_label AS label FROM audit_events WHERE actor_name = 'Earlier' ORDER BY id`,
  )
  expect(rows).toEqual([
    { action: 'user.update', label: 'Carla Lim' },
    { action: 'role.create', label: 'Weekend desk' },
    { action: 'role.delete', label: 'Weekend desk' },
    { action: 'file.remove', label: null },
  ])
  expect(await newest('weekend desk delete')).toMatchObject({ action: 'role.delete' })
})

test('the application can write neither label nor search text of an event', async () => {
  const { rows } = await system.pool.query(
    `SELECT has_column_privilege('backoffice_app', 'audit_events', 'record_label', 'INSERT') AS label,
       has_column_privilege('backoffice_app', 'audit_events', 'search', 'INSERT') AS search`,
  )
  expect(rows).toEqual([{ label: false, search: false }])
})
