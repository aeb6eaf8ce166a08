import { api } from '@backoffice/contract/api'
import type { RuleKind } from '@backoffice/contract/approvals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  giveAccess,
  impactVersionOf,
  insertPolicy,
  insertRole,
  insertUser,
  userIdOf,
} from '../../testing/access.ts'
import { aGrant, approve, aRequest, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

/** Lock of changes of access. */
const ACCESS_LOCK = 723_051_191

const policiesOf = async (id: string) =>
  (await system.call(api.users.get, { params: { id } }, 'admin')).extra_policies.map((policy) => policy.id)

async function refusals(action: string) {
  const { rows } = await system.pool.query(
    "SELECT actor_name, reason FROM audit_events WHERE action = $1 AND outcome = 'refused' ORDER BY id",
    [action],
  )
  return rows
}

test('no one decides their own request', async () => {
  const { id, user } = await aRequest(system)
  expect(await approve(system, id, 'admin')).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(
    await system.send(api.approvals.reject, { body: { items: [{ id }], reason: 'Test' } }, 'admin'),
  ).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(await policiesOf(user)).toEqual([])
  expect(await refusals('approval.approve')).toEqual([{ actor_name: 'Alma Dizon', reason: 'own_request' }])
})

test('no one decides a request about themselves', async () => {
  const access = await userIdOf(system, 'access')
  const { id } = await aRequest(system, { to: access, statement: 'policy:update' })
  expect(await approve(system, id, 'access')).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(await system.call(api.approvals.counts, {}, 'access')).toEqual({ decide: 0, mine: 0 })
  expect(await refusals('approval.approve')).toEqual([{ actor_name: 'Benito Cruz', reason: 'own_request' }])
  await approve(system, id, 'leonora.santiago')
  expect(await statusOf(system, id)).toBe('EXECUTED')
})

test('a second account of the requester cannot decide without the permission', async () => {
  const { id } = await aRequest(system)
  expect(await approve(system, id, 'agent')).toMatchObject({ status: 403, body: { code: 'access_denied' } })
  expect(await refusals('approval.approve')).toEqual([{ actor_name: 'Maria Reyes', reason: 'access_denied' }])
})

test('a requester cannot make their second account a decider alone', async () => {
  const agent = await userIdOf(system, 'agent')
  const role_id = (
    await system.call(api.users.get, { params: { id: await userIdOf(system, 'access') } }, 'admin')
  ).role.id
  const target = { role_id, extra_policies: [] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id: agent, ...target }, 'admin')
  const { version } = await system.call(api.users.get, { params: { id: agent } }, 'admin')
  const body = { version, role_id, impact_version }
  const id = requestIn(await system.send(api.users.update, { params: { id: agent }, body }, 'admin'))
  expect((await approve(system, id, 'agent')).status).toBe(403)
})

test('of two deciders at once one applies the change', async () => {
  const { id, user, policy } = await aRequest(system)
  const replies = await Promise.all(
    ['access', 'leonora.santiago', 'access'].map((as) => approve(system, id, as)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await policiesOf(user)).toEqual([policy])
  const { rows } = await system.pool.query('SELECT version FROM users WHERE id = $1', [user])
  expect(rows).toEqual([{ version: 2 }])
})

test('an approval and a rejection at once give one decision', async () => {
  const { id, user, policy } = await aRequest(system)
  const body = { items: [{ id }], reason: 'Test' }
  const [approved, rejected] = await Promise.all([
    approve(system, id, 'access'),
    system.send(api.approvals.reject, { body }, 'leonora.santiago'),
  ])
  expect([approved.status, rejected.status].sort()).toEqual([200, 409])
  expect(await policiesOf(user)).toEqual(approved.status === 200 ? [policy] : [])
})

test('a decider who loses access during the call decides nothing', async () => {
  const { id, user } = await aRequest(system)
  const client = await system.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [ACCESS_LOCK])
    const waiting = approve(system, id, 'access')
    await expect
      .poll(async () => {
        const { rows } = await system.pool.query(
          "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = $1",
          [ACCESS_LOCK],
        )
        return rows[0]?.n
      })
      .toBe(1)
    await client.query(
      `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Operations viewer')
       WHERE email = 'access@backoffice.test'`,
    )
    await client.query('COMMIT')
    expect((await waiting).status).toBe(403)
  } finally {
    client.release()
  }
  expect(await statusOf(system, id)).toBe('PENDING')
  expect(await policiesOf(user)).toEqual([])
})

test('a request of a user who lost the access is not executed', async () => {
  const { id, user } = await aRequest(system)
  await giveAccess(system, 'admin', ['Users'], ['user:view'])
  expect((await approve(system, id, 'access')).body).toMatchObject({
    resource: {
      items: [{ row: { status: 'FAILED', decision_reason: expect.stringMatching(/may not update users/) } }],
    },
  })
  const { rows } = await system.pool.query(
    'SELECT count(*)::int AS n FROM user_policies WHERE user_id = $1',
    [user],
  )
  expect(rows).toEqual([{ n: 0 }])
  const events = await system.pool.query("SELECT reason FROM audit_events WHERE action = 'approval.fail'")
  expect(events.rows).toEqual([{ reason: 'access_denied' }])
})

test('a disabled user’s request is not executed', async () => {
  const { id } = await aRequest(system, { as: 'leonora.santiago' })
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('FAILED')
})

test('a request based on an outdated record is shown as such, and not executed', async () => {
  const { id, user } = await aRequest(system)
  const body = { version: 1, department: 'Settlement' }
  await system.call(api.users.update, { params: { id: user }, body }, 'admin')
  expect(await system.call(api.approvals.check, { params: { id } }, 'access')).toMatchObject({
    is_current: false,
  })
  expect(await statusOf(system, id)).toBe('PENDING')
  expect((await approve(system, id, 'access')).body).toMatchObject({
    resource: { items: [{ outcome: 'done', row: { status: 'STALE' } }] },
  })
  expect(await policiesOf(user)).toEqual([])
})

test('a role that more users have by now is not changed for them', async () => {
  const policy = await insertPolicy(system, ['inquiry:run'])
  const role = await insertRole(system, ['SMAC Inquiry'], [policy])
  await insertUser(system, role)
  const policy_ids = [policy, await insertPolicy(system, ['card:unmask'])]
  const modules = ['SMAC Inquiry' as const]
  const change = { kind: 'role', id: role, modules, policy_ids } as const
  const impact_version = await impactVersionOf(system, change, 'admin')
  const body = { version: 1, policy_ids, impact_version }
  const id = requestIn(await system.send(api.roles.update, { params: { id: role }, body }, 'admin'))
  await insertUser(system, role, { name: 'Later' })
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
})

test('an enabled user gains no more than was approved', async () => {
  const role = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['card:unmask'])])
  const user = await insertUser(system, role, { status: 'DISABLED' })
  const body = { items: [{ id: user, version: 1 }], status: 'ACTIVE' as const }
  const id = requestIn(await system.send(api.users.updateStatus, { body }, 'admin'))
  // Changes what the user would hold, but not the user's own version.
  await system.pool.query(
    "UPDATE policies SET statements = '{*:*}' WHERE id IN (SELECT policy_id FROM role_policies WHERE role_id = $1)",
    [role],
  )
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
})

test('a request that no one could decide is refused, and says so', async () => {
  // Only Alma and Benito are left: one asks, and it is about the other.
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
  const grant = await aGrant(system, { to: await userIdOf(system, 'access'), statement: 'policy:update' })
  expect(await grant.send()).toMatchObject({ status: 409, body: { code: 'no_decider' } })
  expect(await refusals('user.update')).toEqual([{ actor_name: 'Alma Dizon', reason: 'no_decider' }])
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
})

test('a call is not approved by its own headers', async () => {
  const grant = await aGrant(system)
  const reply = await grant.send({ 'approval-id': crypto.randomUUID(), 'x-approved-by': 'access' })
  requestIn(reply)
  expect(await policiesOf(grant.user)).toEqual([])
})
