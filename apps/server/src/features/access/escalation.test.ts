import type { Module } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  giveAccess,
  impactVersionOf,
  insertPolicy,
  insertRole,
  insertUser,
  userIdOf,
} from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let own: { role: string; policy: string }
let count = 0
const name = () => `Attack ${count++}`

beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  own = await giveAccess(
    system,
    'viewer',
    ['Users', 'Lookup'],
    ['role:*', 'policy:*', 'user:*', 'tender:view'],
  )
})

const createRole = (modules: Module[], policy_ids: string[]) =>
  system.expectProblem(api.roles.create, { body: { name: name(), modules, policy_ids } }, 'viewer')
const createPolicy = (...statements: string[]) =>
  system.expectProblem(api.policies.create, { body: { name: name(), statements } }, 'viewer')

type RoleChange = { modules?: Module[]; policy_ids?: string[] }
async function updateRole(id: string, change: RoleChange, as = 'viewer') {
  const now = await system.call(api.roles.get, { params: { id } }, as)
  // Stored modules come from the access table.
  const modules = change.modules ?? (now.modules as Module[])
  const policy_ids = change.policy_ids ?? now.policies.map((each) => each.id)
  const impact_version = await impactVersionOf(system, { kind: 'role', id, modules, policy_ids }, as)
  return system.send(
    api.roles.update,
    { params: { id }, body: { version: now.version, ...change, impact_version } },
    as,
  )
}
async function updatePolicy(id: string, statements: string[], as = 'viewer') {
  const { version } = await system.call(api.policies.get, { params: { id } }, as)
  const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, as)
  return system.send(
    api.policies.update,
    { params: { id }, body: { version, statements, impact_version } },
    as,
  )
}

const notHeld = (names: string) => ({
  status: 403,
  code: 'not_held',
  detail: expect.stringContaining(`don’t have ${names}.`),
})

test('a role or policy cannot be created with access that the creator does not hold', async () => {
  const tenders = await insertPolicy(system, ['tender:*'])
  const everything = await insertPolicy(system, ['*:*'])
  const held = await insertPolicy(system, ['tender:view', 'user:delete'])
  expect(await createRole(['Glass'], [held])).toMatchObject(notHeld('Glass'))
  expect(await createRole(['All'], [held])).toMatchObject(notHeld('All'))
  expect(await createRole(['Lookup'], [held, tenders])).toMatchObject(notHeld('tender:*'))
  expect(await createRole(['Lookup'], [everything])).toMatchObject(notHeld('*:*'))
  expect(await createPolicy('tender:view', 'card:unmask')).toMatchObject(notHeld('card:unmask'))
  expect(await createPolicy('*:*')).toMatchObject(notHeld('*:*'))
  const allowed = { name: name(), modules: ['Lookup' as const], policy_ids: [held] }
  expect(await system.call(api.roles.create, { body: allowed }, 'viewer')).toMatchObject({ risk: 'HIGH' })
})

test('an update may add only access that the caller holds, and remove any', async () => {
  const [view, files, users] = [
    await insertPolicy(system, ['tender:view']),
    await insertPolicy(system, ['file:view', 'file:download']),
    await insertPolicy(system, ['user:view']),
  ]
  const role = await insertRole(system, ['Lookup', 'Files'], [view, files])
  await insertUser(system, role)
  expect((await updateRole(role, { modules: ['Lookup', 'Files', 'Glass'] })).body).toMatchObject(
    notHeld('Glass'),
  )
  const card = await insertPolicy(system, ['card:unmask'])
  expect((await updateRole(role, { policy_ids: [view, files, card] })).body).toMatchObject(
    notHeld('card:unmask'),
  )
  // The policy stays, though the caller does not hold it.
  expect((await updateRole(role, { policy_ids: [view, files, users] })).status).toBe(200)
  expect((await updateRole(role, { modules: ['Files'], policy_ids: [files] })).status).toBe(200)

  expect((await updatePolicy(files, ['file:view', 'file:download', 'file:view-all'])).body).toMatchObject(
    notHeld('file:view-all'),
  )
  expect((await updatePolicy(files, ['*:*'])).body).toMatchObject(notHeld('*:*'))
  expect((await updatePolicy(files, ['file:view', 'tender:view'])).status).toBe(200)
})

test('adding a held module must not activate statements that are not held', async () => {
  const tenders = await insertPolicy(system, ['tender:*'])
  const role = await insertRole(system, ['Users'], [tenders])
  expect((await updateRole(role, { modules: ['Users', 'Lookup'] })).body).toMatchObject(
    notHeld('tender:create, tender:update, tender:delete, tender:import, tender:export'),
  )
  // The same holds for statements of a user’s extra policies.
  const bare = await insertRole(system, ['Users'], [await insertPolicy(system, ['user:view'])])
  await insertUser(system, bare, { extras: [tenders] })
  expect((await updateRole(bare, { modules: ['Users', 'Lookup'] })).body).toMatchObject({ code: 'not_held' })
})

test('a statement without its module is not held', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['role:*', 'policy:*', 'tender:*'])
  const policy = await insertPolicy(system, ['tender:view'])
  await insertUser(system, await insertRole(system, ['Lookup'], [policy]))
  expect((await updatePolicy(policy, ['tender:*'])).body).toMatchObject({ code: 'not_held' })
})

test('users cannot extend or reduce their own role and policies', async () => {
  const ownAccess = { status: 409, code: 'own_access' }
  expect((await updateRole(own.role, { modules: ['Users'] })).body).toMatchObject(ownAccess)
  expect((await updatePolicy(own.policy, ['role:*', 'policy:*'])).body).toMatchObject(ownAccess)
  const body = { version: 1, statements: ['role:*', 'policy:*'] }
  expect(
    await system.expectProblem(api.policies.update, { params: { id: own.policy }, body }, 'viewer'),
  ).toMatchObject(ownAccess)
  const extra = await insertPolicy(system, ['tender:view'])
  await system.pool.query('INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2)', [
    await userIdOf(system, 'viewer'),
    extra,
  ])
  // The caller loses nothing, because the role grants it as well.
  expect((await updatePolicy(extra, ['policy:view'])).status).toBe(200)
  // Name and description are not access.
  const renamed = { params: { id: own.role }, body: { version: 1, name: name() } }
  await system.call(api.roles.update, renamed, 'viewer')
})

test('built-in roles and policies cannot be changed or deleted', async () => {
  const { rows } = await system.pool.query<{ kind: 'roles' | 'policies'; id: string; version: number }>(
    `SELECT 'roles' AS kind, id, version FROM roles WHERE is_system
     UNION ALL SELECT 'policies', id, version FROM policies WHERE is_system`,
  )
  expect(rows.length).toBe(17)
  for (const { kind, id, version } of rows) {
    const update = { params: { id }, body: { version, name: name() } }
    const system_record = { status: 409, code: 'system_record' }
    expect(await system.expectProblem(api[kind].update, update, 'admin')).toMatchObject(system_record)
    expect(await system.expectProblem(api[kind].remove, { params: { id }, version }, 'admin')).toMatchObject(
      system_record,
    )
  }
})

test.each(['is_system', 'risk', 'id', 'user_count', 'updated_by', 'status', 'constructor', 'prototype'])(
  'a body with %s is refused',
  async (field) => {
    const policy = { name: name(), statements: ['tender:view'], [field]: false }
    const role = { name: name(), modules: ['Lookup' as const], policy_ids: [own.policy], [field]: false }
    const unknown = { status: 422, errors: [{ field, code: 'unknown_field' }] }
    expect(await system.expectProblem(api.policies.create, { body: policy }, 'viewer')).toMatchObject(unknown)
    expect(await system.expectProblem(api.roles.create, { body: role }, 'viewer')).toMatchObject(unknown)
    for (const endpoint of [api.roles.update, api.policies.update]) {
      const update = { params: { id: own.policy }, body: { version: 1, [field]: false } }
      expect(await system.expectProblem(endpoint, update, 'viewer')).toMatchObject(unknown)
    }
  },
)

test.each([
  '*:view',
  'Users:*',
  'user:* ',
  ' *:*',
  '*',
  ':',
  '__proto__:*',
  'constructor:view',
  'tender:*:*',
  'TENDER:view',
  '',
])('the statement “%s” is refused', async (statement) => {
  expect(await createPolicy('tender:view', statement)).toMatchObject({
    status: 422,
    errors: [{ field: 'statements.1' }],
  })
  const body = { kind: 'policy' as const, id: own.policy, statements: [statement] }
  expect(await system.expectProblem(api.explain.impact, { body }, 'viewer')).toMatchObject({ status: 422 })
})

test('names of Object.prototype are ordinary names', async () => {
  for (const each of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const policy = await system.call(
      api.policies.create,
      { body: { name: each, statements: ['tender:view'] } },
      'viewer',
    )
    const body = { name: each, modules: ['Lookup' as const], policy_ids: [policy.id] }
    const role = await system.call(api.roles.create, { body }, 'viewer')
    const user = await insertUser(system, role.id, { name: each })
    const question = { user_id: user, permission: 'tender:view' }
    expect(await system.call(api.explain.explain, { body: question }, 'viewer')).toMatchObject({
      allowed: true,
      role: { name: each },
      origins: [{ policy: { name: each }, statement: 'tender:view' }],
    })
    const change = { kind: 'policy' as const, id: policy.id, statements: ['user:view'] }
    expect(await system.call(api.explain.impact, { body: change }, 'viewer')).toMatchObject({
      losses: [{ name: 'tender:view', users: [{ id: user }] }],
    })
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('saving a change of access requires its confirmed and current impact', async () => {
  const policy = await insertPolicy(system, ['tender:view', 'user:view'])
  const role = await insertRole(system, ['Lookup', 'Users'], [policy])
  const first = await insertUser(system, role)
  const change = { kind: 'policy' as const, id: policy, statements: ['tender:view'] }
  const seen = await impactVersionOf(system, change, 'viewer')
  const save = (impact_version?: string, statements = change.statements) =>
    system.send(
      api.policies.update,
      { params: { id: policy }, body: { version: 1, statements, ...(impact_version && { impact_version }) } },
      'viewer',
    )
  expect((await save()).body).toMatchObject({ status: 428, code: 'impact_required' })
  expect((await save(seen, ['user:view'])).body).toMatchObject({ status: 409, code: 'impact_changed' })
  const second = await insertUser(system, role)
  const { body } = await save(seen)
  expect(body).toMatchObject({
    status: 409,
    code: 'impact_changed',
    current: { user_count: 2, losses: [{ name: 'user:view', user_count: 2 }] },
  })
  // Changes that affect none of its users keep the impact valid.
  const fresh = await impactVersionOf(system, change, 'viewer')
  await insertUser(system, await insertRole(system, ['Lookup'], []))
  await system.pool.query("UPDATE users SET family_name = 'Renamed' WHERE id = ANY ($1)", [[first, second]])
  expect((await save(fresh)).status).toBe(200)
})

const ADMINISTRATORS = ['admin@backoffice.test', 'leonora.santiago@backoffice.test']

test('the last administrator cannot be removed', async () => {
  await giveAccess(system, 'viewer', ['Users', 'Audit', 'Lookup'], ['*:*'])
  await system.pool.query(`UPDATE users SET status = 'DISABLED' WHERE email = ANY ($1)`, [ADMINISTRATORS])
  const everything = await insertPolicy(system, ['*:*'])
  const role = await insertRole(system, ['All'], [everything])
  await insertUser(system, role)
  const last = { status: 409, code: 'last_administrator' }
  expect((await updatePolicy(everything, ['tender:view'])).body).toMatchObject(last)
  expect((await updateRole(role, { modules: ['Users'] })).body).toMatchObject(last)
  await insertUser(system, await insertRole(system, ['All'], [await insertPolicy(system, ['*:*'])]))
  expect((await updatePolicy(everything, ['tender:view'])).status).toBe(200)
  await system.pool.query(`UPDATE users SET status = 'ACTIVE' WHERE email = ANY ($1)`, [ADMINISTRATORS])
})
