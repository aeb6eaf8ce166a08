import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const explain = (as: string, permission: string, user_id?: string) =>
  system.call(api.explain.explain, { body: { permission, ...(user_id && { user_id }) } }, as)

test('explains an allowed permission by role, policy and statement', async () => {
  const maria = await userIdOf(system, 'agent')
  const extra = await insertPolicy(system, ['*:*'], 'For a day')
  await system.pool.query('INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2)', [maria, extra])
  expect(await explain('auditor', 'inquiry:run', maria)).toEqual({
    user: { id: maria, name: 'Maria Reyes' },
    permission: 'inquiry:run',
    label: 'run inquiries',
    allowed: true,
    is_active: true,
    module: { name: 'SMAC Inquiry', held: true, until: null },
    role: { id: expect.any(String), name: 'Inquiry agent' },
    origins: [
      {
        via: 'role',
        policy: { id: expect.any(String), name: 'Inquiry desk' },
        statement: 'inquiry:run',
        until: null,
      },
      { via: 'extra', policy: { id: extra, name: 'For a day' }, statement: '*:*', until: null },
    ],
    roles_with_it: [],
    can_be_given_by: [],
  })
  // All actions, but without the module of tenders.
  expect(await explain('auditor', 'tender:update', maria)).toMatchObject({
    allowed: false,
    module: { name: 'Lookup', held: false },
    origins: [{ statement: '*:*' }],
    roles_with_it: [{ name: 'Lookup maintainer' }, { name: 'Administrator' }],
  })
})

test('explains a missing permission by the roles with it and the users who can grant it', async () => {
  const bare = await insertRole(
    system,
    ['Lookup'],
    [await insertPolicy(system, ['tender:import'])],
    'Importers',
  )
  const lender = await insertRole(
    system,
    ['Users'],
    [await insertPolicy(system, ['user:update', 'role:grant'])],
  )
  await insertUser(system, lender, { name: 'Zita' })
  await insertUser(system, lender, { name: 'Yan', status: 'DISABLED' })
  const reply = await explain('viewer', 'tender:import')
  expect(reply).toMatchObject({ allowed: false, is_active: true, module: { held: false }, origins: [] })
  expect(reply.roles_with_it).toEqual([
    { id: bare, name: 'Importers' },
    { id: expect.any(String), name: 'Lookup maintainer' },
    { id: expect.any(String), name: 'Administrator' },
  ])
  // Benito and Zita by `role:grant`, Alma holds it; Carla holds it but may not update users.
  expect(reply.can_be_given_by.map(({ name }) => name)).toEqual([
    'Alma Dizon',
    'Benito Cruz',
    'Leonora Santiago',
    'Zita Test',
  ])
  const ofAccess = await explain('viewer', 'policy:update')
  expect(ofAccess.can_be_given_by.map(({ name }) => name)).toEqual(['Alma Dizon', 'Leonora Santiago'])
  expect((await explain('access', 'policy:update')).can_be_given_by.map(({ name }) => name)).toEqual([
    'Alma Dizon',
    'Leonora Santiago',
  ])
})

test('a temporary role replaces the permanent one, and temporary policies bring their modules, with their ends', async () => {
  const desk = await insertRole(
    system,
    ['Lookup'],
    [await insertPolicy(system, ['tender:view'], 'Tenders')],
    'Lookup desk',
  )
  const substitute = await insertRole(
    system,
    ['SMAC Inquiry'],
    [await insertPolicy(system, ['inquiry:*'], 'Inquiries')],
    'Substitute',
  )
  const cards = await insertPolicy(system, ['card:unmask', 'file:view'], 'Cards')
  const user = await insertUser(system, desk)
  const role = await giveTemporarily(system, user, { roleId: substitute })
  const policy = await giveTemporarily(system, user, { policyId: cards, modules: ['Files'] }, 60_000)
  const [untilRole, untilPolicy] = [role.until.toISOString(), policy.until.toISOString()]
  expect(await explain('access', 'inquiry:run', user)).toMatchObject({
    allowed: true,
    role: { name: 'Substitute' },
    module: { held: true, until: untilRole },
    origins: [{ via: 'role', policy: { name: 'Inquiries' }, statement: 'inquiry:*', until: untilRole }],
  })
  expect(await explain('access', 'file:view', user)).toMatchObject({
    allowed: true,
    module: { held: true, until: untilPolicy },
    origins: [{ via: 'extra', policy: { id: cards }, until: untilPolicy }],
  })
  expect(await explain('access', 'tender:view', user)).toMatchObject({ allowed: false, origins: [] })
})

test('a disabled user is allowed nothing, whatever the role', async () => {
  const role = await insertRole(system, ['Lookup'], [await insertPolicy(system, ['tender:view'])])
  const disabled = await insertUser(system, role, { status: 'DISABLED' })
  expect(await explain('access', 'tender:view', disabled)).toMatchObject({
    allowed: false,
    is_active: false,
    module: { held: true },
    origins: [{ statement: 'tender:view' }],
  })
})

test('needs no permission for the own user, `user:view` for others, and replies 404 for unknown ones', async () => {
  await giveAccess(system, 'glass', [], [])
  const glass = await userIdOf(system, 'glass')
  expect(await explain('glass', 'tender:view')).toMatchObject({ user: { id: glass }, allowed: false })
  expect(await explain('glass', 'tender:view', glass.toUpperCase())).toMatchObject({ user: { id: glass } })
  const refused = async (user_id: string, permission: string, as: string) =>
    (await system.expectProblem(api.explain.explain, { body: { user_id, permission } }, as)).status
  const other = await userIdOf(system, 'admin')
  expect(await refused(other, 'tender:view', 'glass')).toBe(403)
  expect(await refused(other, 'no:such', 'glass')).toBe(403)
  const deleted = await insertUser(system, await insertRole(system, [], []), { status: 'DELETED' })
  expect(await refused(deleted, 'tender:view', 'access')).toBe(404)
  expect(await refused(crypto.randomUUID(), 'tender:view', 'access')).toBe(404)
  for (const permission of ['', '*:*', 'tender:*', 'tender', 'tender:fly', '__proto__:view', 'constructor'])
    expect(await system.expectProblem(api.explain.explain, { body: { permission } }, 'glass')).toMatchObject({
      status: 422,
      errors: [{ field: 'permission' }],
    })
})

test('the impact of a change requires the permission for that change', async () => {
  const [policy, id] = [await insertPolicy(system, ['tender:view']), await userIdOf(system, 'viewer')]
  const role = await insertRole(system, ['Lookup'], [policy])
  const changes = {
    role: { kind: 'role' as const, id: role, modules: ['Lookup' as const], policy_ids: [policy] },
    policy: { kind: 'policy' as const, id: policy, statements: ['tender:view'] },
    user: { kind: 'user' as const, id, role_id: role, extra_policies: [] },
  }
  for (const [kind, permission] of Object.entries({
    role: 'role:update',
    policy: 'policy:update',
    user: 'user:update',
  })) {
    await giveAccess(system, 'glass', ['Users'], [permission])
    for (const [other, body] of Object.entries(changes)) {
      const { status } = await system.send(api.explain.impact, { body }, 'glass')
      expect([kind, other, status]).toEqual([kind, other, kind === other ? 200 : 403])
    }
  }
  const { rows } = await system.pool.query(
    "SELECT DISTINCT resource FROM audit_events WHERE action LIKE '%.impact' AND outcome = 'refused' ORDER BY 1",
  )
  expect(rows.map(({ resource }) => resource)).toEqual(['policy', 'role', 'user'])
})

test('the impact of unknown records is refused at their field', async () => {
  const none = crypto.randomUUID()
  const [policy, user] = [await insertPolicy(system, ['tender:view']), await userIdOf(system, 'viewer')]
  const role = await insertRole(system, ['Lookup'], [policy])
  const problem = (body: Parameters<typeof system.call<typeof api.explain.impact>>[1]['body']) =>
    system.expectProblem(api.explain.impact, { body }, 'admin')
  expect(await problem({ kind: 'role', id: none, modules: [], policy_ids: [] })).toMatchObject({
    status: 404,
  })
  expect(await problem({ kind: 'policy', id: none, statements: [] })).toMatchObject({ status: 404 })
  expect(await problem({ kind: 'user', id: none, role_id: role, extra_policies: [] })).toMatchObject({
    status: 404,
  })
  const field = (name: string) => ({ status: 422, errors: [{ field: name, code: 'not_found' }] })
  expect(await problem({ kind: 'role', id: role, modules: [], policy_ids: [policy, none] })).toMatchObject(
    field('policy_ids'),
  )
  expect(await problem({ kind: 'user', id: user, role_id: none, extra_policies: [] })).toMatchObject(
    field('role_id'),
  )
  expect(await problem({ kind: 'user', id: user, role_id: role, extra_policies: [none] })).toMatchObject(
    field('extra_policies'),
  )
})
