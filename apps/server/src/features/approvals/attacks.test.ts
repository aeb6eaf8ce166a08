import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  giveAccess,
  impactVersionOf,
  insertPolicy,
  insertRole,
  insertUser,
  userIdOf,
} from '../../testing/access.ts'
import {
  aGrant,
  approve,
  aRequest,
  openedItems,
  refusals,
  requestIn,
  statusOf,
  switchRule,
} from '../../testing/approvals.ts'
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

/** Events of the request after its creation, without the refused ones: at most one decision. */
async function decisions(id: string) {
  const { rows } = await system.pool.query(
    `SELECT action, actor_name, reason FROM audit_events
     WHERE resource_id = $1 AND outcome = 'done' AND action NOT IN ('approval.request', 'approval.view') ORDER BY id`,
    [id],
  )
  return rows
}

/** Event of a decision of Benito’s that could not be applied. */
const failed = (reason: string) => ({ action: 'approval.fail', actor_name: 'Benito Cruz', reason })

const NAMES = { access: 'Benito Cruz', 'leonora.santiago': 'Leonora Santiago' } as const

test('no one decides their own request', async () => {
  const { id, user } = await aRequest(system)
  expect(await approve(system, id, 'admin')).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(
    await system.send(api.approvals.reject, { body: { items: [{ id }], reason: 'Test' } }, 'admin'),
  ).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(await policiesOf(user)).toEqual([])
  expect(await refusals(system, 'approval.approve')).toEqual([
    { actor_name: 'Alma Dizon', reason: 'own_request' },
  ])
})

test('no one decides a request about themselves', async () => {
  const access = await userIdOf(system, 'access')
  const { id } = await aRequest(system, { to: access, statement: 'policy:update' })
  expect(await approve(system, id, 'access')).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(await system.call(api.approvals.counts, {}, 'access')).toEqual({ decide: 0, mine: 0 })
  expect(await refusals(system, 'approval.approve')).toEqual([
    { actor_name: 'Benito Cruz', reason: 'own_request' },
  ])
  await approve(system, id, 'leonora.santiago')
  expect(await statusOf(system, id)).toBe('EXECUTED')
})

test('a second account of the requester cannot decide without the permission', async () => {
  const { id } = await aRequest(system)
  expect(await approve(system, id, 'agent')).toMatchObject({ status: 403, body: { code: 'access_denied' } })
  expect(await refusals(system, 'approval.approve')).toEqual([
    { actor_name: 'Maria Reyes', reason: 'access_denied' },
  ])
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
  expect(await refusals(system, 'approval.approve')).toEqual([
    { actor_name: 'Maria Reyes', reason: 'access_denied' },
  ])
})

test('of two deciders at once one applies the change', async () => {
  const { id, user, policy } = await aRequest(system)
  const callers = ['access', 'leonora.santiago', 'access'] as const
  const replies = await Promise.all(callers.map((as) => approve(system, id, as)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await policiesOf(user)).toEqual([policy])
  const { rows } = await system.pool.query('SELECT version FROM users WHERE id = $1', [user])
  expect(rows).toEqual([{ version: 2 }])
  const namesWith = (status: number) =>
    callers.flatMap((as, index) => (replies[index]?.status === status ? [NAMES[as]] : []))
  expect(await decisions(id)).toEqual(
    namesWith(200).map((actor_name) => ({ action: 'approval.approve', actor_name, reason: null })),
  )
  // Refusals of one user within a minute share an event.
  expect(new Set(await refusals(system, 'approval.approve'))).toEqual(
    new Set([...new Set(namesWith(409))].map((actor_name) => ({ actor_name, reason: 'approval_ended' }))),
  )
})

test('an approval and a rejection at once give one decision', async () => {
  const { id, user, policy } = await aRequest(system)
  const body = { items: [{ id }], reason: 'Test' }
  const [approved, rejected] = await Promise.all([
    approve(system, id, 'access'),
    system.send(api.approvals.reject, { body }, 'leonora.santiago'),
  ])
  expect([approved.status, rejected.status].sort()).toEqual([200, 409])
  const isApproved = approved.status === 200
  expect(await policiesOf(user)).toEqual(isApproved ? [policy] : [])
  expect(await decisions(id)).toMatchObject([
    { action: isApproved ? 'approval.approve' : 'approval.reject', reason: isApproved ? null : 'Test' },
  ])
  const refused = { actor_name: NAMES[isApproved ? 'leonora.santiago' : 'access'], reason: 'approval_ended' }
  expect(await refusals(system, isApproved ? 'approval.reject' : 'approval.approve')).toEqual([refused])
})

test('a decided request is not decided again', async () => {
  const { id, user, policy } = await aRequest(system)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { items: [{ id }] }
  const items = await openedItems(system, [id], 'access')
  const approveWith = (headers: Record<string, string>) =>
    system.send(api.approvals.approve, { body: { items } }, 'access', headers)
  const first = await approveWith(key)
  // The same call repeated gets the first reply; a new one is refused.
  expect(await approveWith(key)).toEqual(first)
  const ended = { status: 409, body: { code: 'approval_ended' } }
  expect(await approveWith({})).toMatchObject(ended)
  const rejection = { body: { ...body, reason: 'Test' } }
  expect(await system.send(api.approvals.reject, rejection, 'leonora.santiago')).toMatchObject(ended)
  expect(await system.send(api.approvals.withdraw, { body: { id } }, 'admin')).toMatchObject(ended)
  expect(await policiesOf(user)).toEqual([policy])
  const { rows } = await system.pool.query('SELECT version FROM users WHERE id = $1', [user])
  expect(rows).toEqual([{ version: 2 }])
  expect(await decisions(id)).toMatchObject([{ action: 'approval.approve', actor_name: 'Benito Cruz' }])
  const reason = 'approval_ended'
  expect(await refusals(system, 'approval.approve')).toEqual([{ actor_name: 'Benito Cruz', reason }])
  expect(await refusals(system, 'approval.reject')).toEqual([{ actor_name: 'Leonora Santiago', reason }])
  expect(await refusals(system, 'approval.withdraw')).toEqual([{ actor_name: 'Alma Dizon', reason }])
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
  expect(await decisions(id)).toEqual([])
  expect(await refusals(system, 'approval.approve')).toEqual([
    { actor_name: 'Benito Cruz', reason: 'access_denied' },
  ])
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
  expect(await decisions(id)).toEqual([failed('access_denied')])
})

test('a disabled user’s request is not executed', async () => {
  const { id } = await aRequest(system, { as: 'leonora.santiago' })
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('FAILED')
  expect(await decisions(id)).toEqual([failed('access_denied')])
})

test('a request based on an outdated record is shown as such, and not executed', async () => {
  const { id, user } = await aRequest(system)
  const body = { version: 1, department: 'Settlement' }
  await system.call(api.users.update, { params: { id: user }, body }, 'access')
  expect(await system.call(api.approvals.check, { params: { id } }, 'access')).toMatchObject({
    is_current: false,
  })
  expect(await statusOf(system, id)).toBe('PENDING')
  expect((await approve(system, id, 'access')).body).toMatchObject({
    resource: { items: [{ outcome: 'done', row: { status: 'STALE' } }] },
  })
  expect(await policiesOf(user)).toEqual([])
  expect(await decisions(id)).toEqual([failed('version_conflict')])
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
  expect(await decisions(id)).toEqual([failed('impact_changed')])
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
  expect(await decisions(id)).toEqual([failed('effects_changed')])
})

test('a call is not approved by its own headers', async () => {
  const grant = await aGrant(system)
  const reply = await grant.send({ 'approval-id': crypto.randomUUID(), 'x-approved-by': 'access' })
  requestIn(reply)
  expect(await policiesOf(grant.user)).toEqual([])
})
