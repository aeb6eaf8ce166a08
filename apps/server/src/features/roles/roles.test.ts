import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRows } from '../../files/export-list.ts'
import { impactVersionOf, insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

let count = 0

async function aRole(modules: ('Lookup' | 'Glass' | 'Users')[], ...statements: string[][]) {
  const policy_ids: string[] = []
  for (const each of statements) policy_ids.push(await insertPolicy(system, each))
  const body = { name: `Test role ${count++}`, modules, policy_ids }
  return { role: await system.call(api.roles.create, { body }, 'admin'), policy_ids }
}

test('a role is created, found, changed and deleted, with audit events', async () => {
  const view = await insertPolicy(system, ['tender:view'], 'See tenders')
  const write = await insertPolicy(system, ['tender:update', 'card:unmask'], 'Change tenders')
  const body = { name: '  Settlement desk ', modules: ['Lookup', 'Lookup'], policy_ids: [view] } as const
  const created = await system.call(
    api.roles.create,
    { body: { ...body, modules: [...body.modules], policy_ids: [view, view] } },
    'admin',
  )
  expect(created).toMatchObject({
    name: 'Settlement desk',
    description: '',
    modules: ['Lookup'],
    policies: [{ id: view, name: 'See tenders', risk: 'LOW', statements: ['tender:view'] }],
    version: 1,
    is_system: false,
    user_count: 0,
    updated_by: { name: 'Alma Dizon' },
  })
  const { id } = created
  await insertUser(system, id)
  await insertUser(system, id, { status: 'DELETED' })

  const change = { modules: ['Lookup', 'Files'] as ('Lookup' | 'Files')[], policy_ids: [write, view] }
  const impact_version = await impactVersionOf(system, { kind: 'role', id, ...change }, 'admin')
  const changed = await system.call(
    api.roles.update,
    { params: { id }, body: { version: 1, ...change, impact_version } },
    'admin',
  )
  expect(changed).toMatchObject({ version: 2, user_count: 1, modules: ['Lookup', 'Files'] })
  expect(changed.policies.map(({ name }) => name)).toEqual(['Change tenders', 'See tenders'])
  const renamed = { params: { id }, body: { version: 2, name: 'Desk', description: 'Of settlement' } }
  await system.call(api.roles.update, renamed, 'admin')
  const same = { params: { id }, body: { version: 3, name: 'Desk ', policy_ids: [view, write] } }
  expect((await system.call(api.roles.update, same, 'admin')).version).toBe(3)

  await system.pool.query("UPDATE users SET status = 'DELETED' WHERE role_id = $1", [id])
  expect(await system.call(api.roles.remove, { params: { id }, version: 3 }, 'admin')).toEqual({ id })
  expect(await system.expectProblem(api.roles.get, { params: { id } }, 'admin')).toMatchObject({
    status: 404,
  })

  const { rows } = await system.pool.query(
    'SELECT action, changes FROM audit_events WHERE resource_id = $1 ORDER BY id',
    [id],
  )
  expect(rows.slice(0, 4)).toEqual([
    {
      action: 'role.create',
      changes: {
        name: [null, 'Settlement desk'],
        description: [null, ''],
        modules: [null, ['Lookup']],
        policies: [null, ['See tenders']],
      },
    },
    {
      action: 'role.update',
      changes: {
        modules: [['Lookup'], ['Lookup', 'Files']],
        policies: [['See tenders'], ['Change tenders', 'See tenders']],
      },
    },
    {
      action: 'role.update',
      changes: { name: ['Settlement desk', 'Desk'], description: ['', 'Of settlement'] },
    },
    {
      action: 'role.delete',
      changes: {
        name: ['Desk', null],
        description: ['Of settlement', null],
        modules: [['Lookup', 'Files'], null],
        policies: [['Change tenders', 'See tenders'], null],
      },
    },
  ])
})

test('the list filters by module and kind, sorts by users, and searches names and descriptions', async () => {
  const { role } = await aRole(['Glass'], ['glass-branch:view'])
  await insertUser(system, role.id)
  await insertUser(system, role.id)
  await insertUser(system, role.id, { status: 'DISABLED' })
  await insertUser(system, role.id, { status: 'DELETED' })
  const list = async (query: object) => {
    const { items } = await system.call(api.roles.list, { query: query as { search?: string } }, 'auditor')
    return items.map(({ name }) => name)
  }
  const filters = (value: object) => ({ filters: JSON.stringify(value) })
  expect(await list(filters({ module: { in: ['Glass'] } }))).toEqual(['Glass maintainer', role.name])
  expect(await list(filters({ module: { in: ['Glass'] }, kind: { in: ['own'] } }))).toEqual([role.name])
  expect(await list(filters({ module: { in: ['Glass'] }, user_count: { from: '3' } }))).toEqual([role.name])
  expect((await list({ sort: ['user_count:desc'] })).slice(0, 2)).toEqual(['Inquiry agent', 'Night desk'])
  expect(await list({ search: 'RUNS inquiries and' })).toEqual(['Inquiry supervisor'])
  const { items } = await system.call(api.roles.list, { query: { search: role.name } }, 'auditor')
  expect(items[0]).toMatchObject({ user_count: 3, policy_count: 1, risk: 'LOW', modules: ['Glass'] })
})

test('an export has the values of the list, with modules and kinds as labels', async () => {
  const { role } = await aRole(['Users', 'Glass'], ['glass-branch:view'])
  await insertUser(system, role.id)
  const written = (category: string, search: string) =>
    system.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const request = { search, sort: undefined, form: 'view' as const, columns: [], owner: null }
        const { content } = await exportRows(tx, category, request, { now: system.clock.now(), viewer: '' })
        let text = ''
        for await (const bytes of content(async () => {})) text += Buffer.from(bytes).toString()
        return text.trim().split('\n')
      })
  const [head, row] = await written('ROLES', role.name)
  expect(head).toBe('Name,Description,Module,Type,Policies,Risk,Users,Changed')
  expect(row).toMatch(`${role.name},,"Users, Glass",Custom,1,Low,1,20`)
  const [, policy] = await written('POLICIES', 'Own files')
  expect(policy).toMatch(/^Own files,.*,Low,"file:upload, file:view, .*",Built-in,5,0,20/)
})

test('a role in use is not deleted, and the refusal names its users', async () => {
  const { role } = await aRole(['Lookup'], ['tender:view'])
  for (const name of ['Cora', 'Ana', 'Dina', 'Bea']) await insertUser(system, role.id, { name })
  const refused = await system.expectProblem(
    api.roles.remove,
    { params: { id: role.id }, version: 1 },
    'admin',
  )
  expect(refused).toMatchObject({
    status: 409,
    code: 'in_use',
    detail: 'In use by 4 users (Ana Test, Bea Test, Cora Test and 1 more): a role in use can’t be deleted.',
    used_by: [{ label: 'Users', count: 4, link: null }],
  })
})

test('a missing policy is refused at its field', async () => {
  const { role } = await aRole(['Lookup'], ['tender:view'])
  const missing = '00000000-0000-4000-8000-000000000000'
  const body = { name: 'With no such policy', modules: ['Lookup' as const], policy_ids: [missing] }
  const field = { status: 422, errors: [{ field: 'policy_ids', code: 'not_found' }] }
  expect(await system.expectProblem(api.roles.create, { body }, 'admin')).toMatchObject(field)
  const given = { params: { id: role.id }, body: { version: 1, policy_ids: [missing] } }
  expect(await system.expectProblem(api.roles.update, given, 'admin')).toMatchObject(field)
  const nothing = { params: { id: role.id }, body: { version: 1, modules: [] } }
  expect(await system.expectProblem(api.roles.update, nothing, 'admin')).toMatchObject({
    errors: [{ field: 'modules', code: 'select_required' }],
  })
})

test('a view shared with a deleted role stays with its owner', async () => {
  const roleId = await insertRole(system, ['Lookup'], [])
  await system.pool.query(
    `INSERT INTO views (list, name, audience, role_id, content, owner_id)
     SELECT 'tenders', 'Shared', 'ROLE', $1, '{}', id FROM users WHERE email = 'admin@backoffice.test'`,
    [roleId],
  )
  await system.call(api.roles.remove, { params: { id: roleId }, version: 1 }, 'admin')
  const { rows } = await system.pool.query("SELECT role_id FROM views WHERE name = 'Shared'")
  expect(rows).toEqual([{ role_id: null }])
})
