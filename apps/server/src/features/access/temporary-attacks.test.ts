import { api } from '@backoffice/contract/api'
import type { Address, CallInput } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  giveAccess,
  impactVersionOf,
  insertPolicy,
  insertRole,
  insertUser,
  userIdOf,
} from '../../testing/access.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { requireAdministrators } from './access-lock.ts'

/** Temporary access is never passed on. */
let system: TestSystem
let viewer: string
let everything: string
beforeAll(async () => {
  system = await startTestSystem()
  viewer = await userIdOf(system, 'viewer')
  everything = await insertRole(system, ['All'], [await insertPolicy(system, ['*:*'])])
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.pool.query('DELETE FROM temporary_access')
})

async function refusedIn<E extends Address>(endpoint: E, input: CallInput<E>, as = 'viewer') {
  const { status, code, detail } = await system.expectProblem(endpoint, input, as)
  return { status, code, detail }
}

const TEMPORARY = {
  status: 403,
  code: 'access_denied',
  detail: 'You hold this permission temporarily. It does not allow changing other users’ access.',
}

async function aUser(roleId?: string) {
  return insertUser(system, roleId ?? (await insertRole(system, [], [])))
}

test('a temporary administrator changes no access, and every attempt is in the trail', async () => {
  await giveTemporarily(system, viewer, { roleId: everything })
  const [role, policy] = [
    await insertRole(system, ['Lookup'], []),
    await insertPolicy(system, ['tender:view']),
  ]
  const id = await aUser()
  const { id: access_id } = await giveTemporarily(system, id, { policyId: policy })
  const change = { kind: 'user' as const, id, role_id: everything, extra_policies: [] }
  const impact_version = await impactVersionOf(system, change, 'admin')
  const person = { email: 'own@backoffice.test', given_name: 'Second', family_name: 'Account' }
  const [params, items] = [{ id }, [{ id, version: 1 }]]
  const attempts = [
    await refusedIn(api.users.create, { body: { ...person, role_id: everything } }),
    await refusedIn(api.users.update, { params, body: { version: 1, role_id: everything, impact_version } }),
    await refusedIn(api.users.updateStatus, { body: { items, status: 'DISABLED', reason: 'Attack' } }),
    await refusedIn(api.users.resetPassword, { body: { id, mode: 'reset' } }),
    await refusedIn(api.users.remove, { params, version: undefined }),
    await refusedIn(api.users.handOver, { body: { from: id, to: viewer } }),
    await refusedIn(api.users.endSessions, { params }),
    await refusedIn(api.users.retryProvider, { body: { id } }),
    await refusedIn(api.users.endAccess, { params: { id, access_id } }),
    await refusedIn(api.roles.create, { body: { name: 'Own', modules: ['All'], policy_ids: [policy] } }),
    await refusedIn(api.roles.update, { params: { id: role }, body: { version: 1, description: 'Attack' } }),
    await refusedIn(api.roles.remove, { params: { id: role }, version: 1 }),
    await refusedIn(api.policies.create, { body: { name: 'Own', statements: ['*:*'] } }),
    await refusedIn(api.policies.update, { params: { id: policy }, body: { version: 1, name: 'Attack' } }),
    await refusedIn(api.policies.remove, { params: { id: policy }, version: 1 }),
  ]
  for (const attempt of attempts) expect(attempt).toEqual(TEMPORARY)
  const { rows } = await system.pool.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_events WHERE actor_id = $1 AND outcome = 'refused' AND reason = 'access_denied'`,
    [viewer],
  )
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'policy.create',
    'policy.delete',
    'policy.update',
    'role.create',
    'role.delete',
    'role.update',
    'user.create',
    'user.delete',
    'user.end-access',
    'user.end-sessions',
    'user.hand-over',
    'user.reset-password',
    'user.retry',
    'user.update',
    'user.update-status',
  ])
  // Nothing of the temporary role is offered for granting either.
  const { items: offered } = await system.call(api.users.roleOptions, {}, 'viewer')
  expect(offered.find((each) => each.id === everything)).toMatchObject({ is_grantable: false })
  const { items: options } = await system.call(api.policies.options, { query: {} }, 'viewer')
  expect(options.find((each) => each.id === policy)).toMatchObject({ is_grantable: false })
  const { can_be_given_by } = await system.call(
    api.explain.explain,
    { body: { permission: 'policy:update', user_id: id } },
    'admin',
  )
  expect(can_be_given_by.map((giver) => giver.id)).not.toContain(viewer)
})

test('a permanent granter cannot pass on what they hold temporarily', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['user:update', 'user:view', 'role:grant'])
  const tenders = await insertPolicy(system, ['tender:view'])
  await giveTemporarily(system, viewer, { policyId: tenders, modules: ['Lookup'] })
  expect((await system.send(api.tenders.list, { body: { page: 1, page_size: 25 } }, 'viewer')).status).toBe(
    200,
  )
  const id = await aUser()
  const { role } = await system.call(api.users.get, { params: { id } }, 'admin')
  const change = { role_id: role.id, extra_policies: [tenders] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id, ...change }, 'viewer')
  expect(
    await refusedIn(api.users.update, { params: { id }, body: { version: 1, ...change, impact_version } }),
  ).toMatchObject({ status: 403, code: 'not_held', detail: expect.stringContaining('tender:view') })
})

test('a module of a temporary policy does not activate what the granter lacks', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['user:update', 'user:view', 'tender:view'])
  const [tenders, files] = [
    await insertPolicy(system, ['tender:view']),
    await insertPolicy(system, ['trancode:view']),
  ]
  const id = await aUser()
  await giveTemporarily(system, id, { policyId: files, modules: ['Lookup'] })
  const { role } = await system.call(api.users.get, { params: { id } }, 'admin')
  const change = { role_id: role.id, extra_policies: [tenders] }
  // Nothing is gained permanently, because the module is missing.
  const impact = await system.call(api.explain.impact, { body: { kind: 'user', id, ...change } }, 'viewer')
  expect(impact.gains).toEqual([])
  const body = { version: 1, ...change, impact_version: impact.impact_version }
  expect(await refusedIn(api.users.update, { params: { id }, body })).toMatchObject({
    code: 'not_held',
    detail: expect.stringContaining('tender:view'),
  })
})

test('a temporary administrator is not counted as the last one', async () => {
  await giveTemporarily(system, viewer, { roleId: everything })
  const strip = system.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ status: 'DISABLED' })
      .where('email', 'in', ['admin@backoffice.test', 'leonora.santiago@backoffice.test'])
      .execute()
    await requireAdministrators(tx)
  })
  await expect(strip).rejects.toMatchObject({ code: 'last_administrator' })
})

test.each([
  ['now', () => aUser(), async () => everything],
  ['when the temporary role ends', () => aUser(everything), () => insertRole(system, [], [])],
])('a user with more access %s is out of reach', async (_when, create, temporaryRole) => {
  await giveAccess(system, 'access', ['Users'], ['user:*'])
  const id = await create()
  await giveTemporarily(system, id, { roleId: await temporaryRole() })
  const refused = { status: 403, code: 'not_held' }
  expect(
    await refusedIn(api.users.resetPassword, { body: { id, mode: 'authenticator' } }, 'access'),
  ).toMatchObject(refused)
  const disable = { items: [{ id, version: 1 }], status: 'DISABLED' as const, reason: 'Attack' }
  expect(await refusedIn(api.users.updateStatus, { body: disable }, 'access')).toMatchObject(refused)
  expect(await system.call(api.users.get, { params: { id } }, 'access')).toMatchObject({
    exceeds: { manage: true, account: true },
  })
})

test('own access cannot be changed for the time after a temporary role', async () => {
  const { role } = await giveAccess(system, 'viewer', ['Users'], ['role:*', 'user:view'])
  const policy = await insertPolicy(system, ['role:*', 'user:view'])
  await giveTemporarily(system, viewer, { roleId: await insertRole(system, ['Users'], [policy]) })
  const access = { modules: ['Users' as const], policy_ids: [await insertPolicy(system, ['user:view'])] }
  const change = { kind: 'role' as const, id: role, ...access }
  const impact = await system.call(api.explain.impact, { body: change }, 'viewer')
  // No access changes now.
  expect(impact.losses).toEqual([])
  const { impact_version } = impact
  const body = { version: 1, ...access, impact_version }
  expect(await refusedIn(api.roles.update, { params: { id: role }, body })).toMatchObject({
    code: 'own_access',
  })
})

test('a role or policy that is held temporarily is in use, until its time has passed', async () => {
  const [role, policy] = [
    await insertRole(system, ['Lookup'], []),
    await insertPolicy(system, ['tender:view']),
  ]
  const id = await insertUser(system, await insertRole(system, [], []), { name: 'Holder' })
  await giveTemporarily(system, id, { roleId: role })
  await giveTemporarily(system, id, { policyId: policy })
  const inUse = { status: 409, code: 'in_use', detail: expect.stringContaining('1 user (Holder Test)') }
  expect(await refusedIn(api.roles.remove, { params: { id: role }, version: 1 }, 'admin')).toMatchObject(
    inUse,
  )
  expect(await refusedIn(api.policies.remove, { params: { id: policy }, version: 1 }, 'admin')).toMatchObject(
    inUse,
  )
  await system.pool.query(
    `UPDATE temporary_access SET starts_at = now() - interval '2 hours', until = now() - interval '1 hour'`,
  )
  await system.call(api.roles.remove, { params: { id: role }, version: 1 }, 'admin')
  await system.call(api.policies.remove, { params: { id: policy }, version: 1 }, 'admin')
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS events FROM audit_events WHERE action = 'user.expire' AND resource_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ events: 2 }])
})
