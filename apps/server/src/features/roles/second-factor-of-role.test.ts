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

const aRole = async (statement = 'tender:view') =>
  insertRole(system, ['Lookup'], [await insertPolicy(system, [statement])])
const update = (id: string, version: number, requires_second_factor: boolean) => ({
  params: { id },
  body: { version, requires_second_factor },
})

test('a role requires an authenticator without an impact of permissions, with version and audit event', async () => {
  const id = await aRole()
  const [withOne] = [await insertUser(system, id), await insertUser(system, id)]
  await insertUser(system, id, { status: 'DISABLED' })
  await system.pool.query('UPDATE users SET has_authenticator = true WHERE id = $1', [withOne])
  await giveTemporarily(system, await userIdOf(system, 'auditor'), { roleId: id })
  const before = await system.call(api.roles.get, { params: { id } }, 'admin')
  expect(before).toMatchObject({ requires_second_factor: false, without_authenticator: 2 })
  const changed = await system.call(api.roles.update, update(id, 1, true), 'admin')
  expect(changed).toMatchObject({ requires_second_factor: true, without_authenticator: 2, version: 2 })
  expect(await system.expectProblem(api.roles.update, update(id, 1, false), 'admin')).toMatchObject({
    code: 'version_conflict',
  })
  await system.call(api.roles.update, update(id, 2, false), 'admin')
  const { rows } = await system.pool.query(
    "SELECT changes FROM audit_events WHERE resource_id = $1 AND action = 'role.update' AND outcome = 'done' ORDER BY id",
    [id],
  )
  expect(rows.map(({ changes }) => changes)).toEqual([
    { requires_second_factor: [null, true] },
    { requires_second_factor: [true, null] },
  ])
})

test('a new role and the choices of roles have the requirement', async () => {
  const policy_ids = [await insertPolicy(system, ['tender:view'])]
  const body = { name: 'Strict', modules: ['Lookup' as const], policy_ids, requires_second_factor: true }
  const { id } = await system.call(api.roles.create, { body }, 'admin')
  const { items } = await system.call(api.users.roleOptions, {}, 'admin')
  expect(items.find((each) => each.id === id)).toMatchObject({ requires_second_factor: true })
  expect(items.filter((each) => each.requires_second_factor)).toHaveLength(1)
})

test('no user changes the requirement of a role that they hold, cannot grant, or of more powerful users', async () => {
  const { role: own } = await giveAccess(
    system,
    'viewer',
    ['All'],
    ['role:update', 'role:view', 'tender:view'],
  )
  expect(await system.expectProblem(api.roles.update, update(own, 1, true), 'viewer')).toMatchObject({
    code: 'own_access',
  })
  const stronger = await aRole('tender:update')
  expect(await system.expectProblem(api.roles.update, update(stronger, 1, true), 'viewer')).toMatchObject({
    code: 'not_held',
  })
  const shared = await insertRole(system, ['Lookup', 'Users'], [await insertPolicy(system, ['tender:view'])])
  await insertUser(system, shared, { extras: [await insertPolicy(system, ['user:delete'])] })
  expect(await system.expectProblem(api.roles.update, update(shared, 1, true), 'viewer')).toMatchObject({
    status: 403,
  })
  const weaker = await aRole()
  expect(await system.call(api.roles.update, update(weaker, 1, true), 'viewer')).toMatchObject({ version: 2 })
})

test('a change of the requirement needs a recent sign-in', async () => {
  const id = await aRole()
  await system.tokenOf('admin')
  system.clock.offsetMs = 11 * 60_000
  try {
    expect(await system.expectProblem(api.roles.update, update(id, 1, true), 'admin')).toMatchObject({
      code: 'recent_sign_in_required',
    })
  } finally {
    system.clock.offsetMs = 0
  }
})
