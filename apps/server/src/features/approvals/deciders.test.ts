import { api } from '@backoffice/contract/api'
import type { RuleKind } from '@backoffice/contract/approvals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, userIdOf } from '../../testing/access.ts'
import { aGrant, approve, refusals, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

/** Refusal of a change that leaves too few deciders. */
const LAST = { actor_name: 'Alma Dizon', reason: 'last_deciders' }

test('a request that no one could decide is refused, and says so', async () => {
  // Only Alma and Benito are left. One requests a change of the other.
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
  const grant = await aGrant(system, { to: await userIdOf(system, 'access'), statement: 'policy:update' })
  expect(await grant.send()).toMatchObject({ status: 409, body: { code: 'no_decider' } })
  expect(await refusals(system, 'user.update')).toEqual([{ actor_name: 'Alma Dizon', reason: 'no_decider' }])
})

async function updateRule(kind: RuleKind, changes: { is_on?: boolean; threshold?: number }, as = 'admin') {
  const { items } = await system.call(api.approvals.rules, {}, 'admin')
  const version = items.find((rule) => rule.kind === kind)?.version ?? 0
  return system.send(api.approvals.updateRule, { params: { kind }, body: { version, ...changes } }, as)
}

test('a rule cannot be switched on with fewer than two deciders', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', false)
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email IN ('access@backoffice.test', 'leonora.santiago@backoffice.test')",
  )
  expect(await updateRule('BIN_RANGE', { is_on: true })).toMatchObject({
    status: 409,
    body: { code: 'last_deciders' },
  })
  expect(await refusals(system, 'approval-rule.update')).toEqual([LAST])
})

test('the first rule is switched on at once, and every later change of a rule needs approval', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', false)
  expect((await updateRule('BIN_RANGE', { is_on: true })).status).toBe(200)
  const off = requestIn(await updateRule('BIN_RANGE', { is_on: false }))
  const threshold = requestIn(await updateRule('MASS_CHANGE', { threshold: 1_000_000 }))
  await approve(system, off, 'access')
  expect(await statusOf(system, off)).toBe('EXECUTED')
  // By now no rule is on; the request still needs its decision.
  await approve(system, threshold, 'access')
  const { items } = await system.call(api.approvals.rules, {}, 'access')
  expect(items).toEqual(
    expect.arrayContaining([
      { kind: 'BIN_RANGE', version: 3, is_on: false, threshold: null },
      { kind: 'MASS_CHANGE', version: 2, is_on: false, threshold: 1_000_000 },
    ]),
  )
})

test('no change leaves fewer than two deciders while a rule is on', async () => {
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
  const access = await userIdOf(system, 'access')
  const { version, role } = await system.call(api.users.get, { params: { id: access } }, 'admin')
  const last = { status: 409, body: { code: 'last_deciders' } }
  const disabled = { items: [{ id: access, version }], status: 'DISABLED' as const, reason: 'Test' }
  expect(await system.send(api.users.updateStatus, { body: disabled }, 'admin')).toMatchObject(last)
  expect(await system.send(api.users.remove, { params: { id: access }, version }, 'admin')).toMatchObject(
    last,
  )
  const viewer = await insertRole(system, ['Users'], [await insertPolicy(system, ['user:view'])])
  const impact_version = await impactVersionOf(
    system,
    { kind: 'user', id: access, role_id: viewer, extra_policies: [] },
    'admin',
  )
  const body = { version, role_id: viewer, impact_version }
  expect(await system.send(api.users.update, { params: { id: access }, body }, 'admin')).toMatchObject(last)
  // A role and a policy of their own, without which Benito could not decide.
  const policy = await insertPolicy(system, ['user:view', 'approval:decide'])
  const own = await insertRole(system, ['Users'], [policy])
  await system.pool.query('UPDATE users SET role_id = $1 WHERE id = $2', [own, access])
  expect(role.id).not.toBe(own)
  const policies = { kind: 'policy', id: policy, statements: ['user:view'] } as const
  const seen = await impactVersionOf(system, { ...policies, statements: ['user:view'] }, 'admin')
  const less = { version: 1, statements: ['user:view'], impact_version: seen }
  expect(
    await system.send(api.policies.update, { params: { id: policy }, body: less }, 'admin'),
  ).toMatchObject(last)
  const modules = ['Lookup' as const]
  const change = { kind: 'role' as const, id: own, modules, policy_ids: [policy] }
  const moved = { version: 1, modules, impact_version: await impactVersionOf(system, change, 'admin') }
  expect(await system.send(api.roles.update, { params: { id: own }, body: moved }, 'admin')).toMatchObject(
    last,
  )
  const actions = ['user.update-status', 'user.delete', 'user.update', 'policy.update', 'role.update']
  for (const action of actions) expect([action, await refusals(system, action)]).toEqual([action, [LAST]])
})
