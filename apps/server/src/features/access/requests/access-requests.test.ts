import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, userIdOf } from '../../../testing/access.ts'
import { approve, requestIn, statusOf } from '../../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../../testing/test-system.ts'

let system: TestSystem
let unmask: string
beforeEach(async () => {
  system = await startTestSystem()
  unmask = await insertPolicy(system, ['card:unmask'], 'Reveal')
})
afterEach(() => system.stop())

const REASON = 'Callers ask for their numbers'

type Body = { role_id?: string; policy_id?: string; hours?: number; until?: string; reason?: string }
const request = (body: Body, as = 'agent') =>
  system.send(api.accessRequests.create, { body: { reason: REASON, ticket_no: 'OPS-7', ...body } }, as)

const accessOf = (as: string) => system.call(api.access.getAccessPolicy, {}, as)

test('a user requests temporary access, and has it once another user approves it', async () => {
  const id = requestIn(await request({ policy_id: unmask, hours: 24 }))
  expect((await accessOf('agent')).policies).not.toContain('card:unmask')
  expect(await system.call(api.approvals.get, { params: { id } }, 'access')).toMatchObject({
    kind: 'ACCESS',
    what: 'Reveal for 1 day',
    reason: REASON,
    ticket_no: 'OPS-7',
    is_high_risk: true,
    impact: { gains: [{ name: 'card:unmask' }] },
    undecidable: null,
  })
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('EXECUTED')
  expect((await accessOf('agent')).policies).toContain('card:unmask')
  const agent = await userIdOf(system, 'agent')
  const { grants } = await system.call(api.users.get, { params: { id: agent } }, 'admin')
  expect(grants.temporary).toMatchObject([
    { policy: { name: 'Reveal' }, ticket_no: 'OPS-7', granted_by: 'Benito Cruz' },
  ])
  const { rows } = await system.pool.query(
    "SELECT actor_name, approved_by_name, changes FROM audit_events WHERE action = 'user.grant'",
  )
  expect(rows).toEqual([
    {
      actor_name: 'Benito Cruz',
      approved_by_name: null,
      changes: { extra_policies: [[], ['Reveal']], hours: [null, 24] },
    },
  ])
})

test('a policy brings the modules that its actions need', async () => {
  const policy_id = await insertPolicy(system, ['tender:view'], 'Lookup viewing')
  await approve(system, requestIn(await request({ policy_id, hours: 1 })), 'access')
  expect(await accessOf('agent')).toMatchObject({
    modules: expect.arrayContaining(['Lookup']),
    policies: expect.arrayContaining(['tender:view']),
  })
})

test('a temporary role replaces the permanent one', async () => {
  const { rows } = await system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Lookup maintainer'",
  )
  const role_id = rows[0]?.id ?? ''
  await approve(system, requestIn(await request({ role_id, hours: 48 })), 'access')
  const { policies } = await accessOf('agent')
  expect(policies).toContain('tender:*')
  expect(policies).not.toContain('inquiry:run')
})

test.each([
  [7 * 24, 202],
  [7 * 24 + 1, 422],
])('high-risk access for %i hours: %i', async (hours, status) => {
  expect((await request({ policy_id: unmask, hours })).status).toBe(status)
})

test.each([
  [90 * 24, 202],
  [90 * 24 + 1, 422],
])('other access for %i hours: %i', async (hours, status) => {
  const policy_id = await insertPolicy(system, ['tender:view'])
  expect((await request({ policy_id, hours })).status).toBe(status)
})

test('a module that makes high-risk access of the user effective is given for 7 days at most', async () => {
  await giveAccess(system, 'viewer', ['Operational Dashboard'], ['card:unmask'])
  const policy_id = await insertPolicy(system, ['inquiry:run'])
  const options = await system.call(
    api.accessRequests.options,
    { body: { permission: 'inquiry:run' } },
    'viewer',
  )
  expect(options.choices.find(({ id }) => id === policy_id)).toMatchObject({ risk: 'HIGH', max_hours: 168 })
  expect((await request({ policy_id, hours: 169 }, 'viewer')).status).toBe(422)
  expect((await request({ policy_id, hours: 168 }, 'viewer')).status).toBe(202)
})

test('blanks are no reason', async () => {
  const reply = await request({ policy_id: unmask, hours: 1, reason: ' ' })
  expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: 'reason' }] } })
})

test('the reason of the body counts, not the empty header that the browser sends with every write', async () => {
  const body = { policy_id: unmask, hours: 1, reason: REASON }
  const reply = await system.send(api.accessRequests.create, { body }, 'agent', { 'approval-reason': '' })
  const request = await system.call(api.approvals.get, { params: { id: requestIn(reply) } }, 'access')
  expect(request.reason).toBe(REASON)
})

test('an extension is a new request, which counts from its approval', async () => {
  await approve(system, requestIn(await request({ policy_id: unmask, hours: 1 })), 'access')
  await approve(system, requestIn(await request({ policy_id: unmask, hours: 2 })), 'access')
  const agent = await userIdOf(system, 'agent')
  const { grants } = await system.call(api.users.get, { params: { id: agent } }, 'admin')
  expect(grants.temporary).toHaveLength(1)
  const leftMs = Date.parse(grants.temporary[0]?.until ?? '') - Date.now()
  expect(leftMs).toBeGreaterThan(1.9 * 3_600_000)
})

test('access that the user has is not requested', async () => {
  const policy_id = await insertPolicy(system, ['inquiry:run'])
  expect(await request({ policy_id, hours: 1 })).toMatchObject({ status: 422 })
})

test('a decider grants no more than they hold or `role:grant` covers', async () => {
  await giveAccess(system, 'viewer', ['Users'], ['approval:decide'])
  const id = requestIn(await request({ policy_id: unmask, hours: 1 }))
  expect(await approve(system, id, 'viewer')).toMatchObject({ status: 403, body: { code: 'not_held' } })
  expect(await statusOf(system, id)).toBe('PENDING')
  expect((await accessOf('agent')).policies).not.toContain('card:unmask')
  // `role:grant` covers policies, apart from those about access.
  const about = await insertPolicy(system, ['user:view'])
  const other = requestIn(await request({ policy_id: about, hours: 1 }))
  await approve(system, other, 'access')
  expect(await statusOf(system, other)).toBe('EXECUTED')
  const policies = await insertPolicy(system, ['policy:update'])
  const third = requestIn(await request({ policy_id: policies, hours: 1 }))
  expect(await approve(system, third, 'access')).toMatchObject({ status: 403, body: { code: 'not_held' } })
  await approve(system, third, 'admin')
  expect(await statusOf(system, third)).toBe('EXECUTED')
})

test('a request that no one could grant is refused', async () => {
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email IN ('admin@backoffice.test', 'leonora.santiago@backoffice.test')",
  )
  const policy_id = await insertPolicy(system, ['policy:update'])
  expect(await request({ policy_id, hours: 1 })).toMatchObject({ status: 409, body: { code: 'no_decider' } })
})

test('no one approves their own request for access, not even as administrator', async () => {
  await giveAccess(system, 'viewer', ['Users', 'SMAC Inquiry'], ['approval:decide', 'role:grant'])
  const id = requestIn(await request({ policy_id: unmask, hours: 1 }, 'viewer'))
  expect(await approve(system, id, 'viewer')).toMatchObject({ status: 409, body: { code: 'own_request' } })
})

test('temporary access decides and grants nothing', async () => {
  const policy_id = await insertPolicy(system, ['approval:decide', 'role:grant'])
  await approve(system, requestIn(await request({ policy_id, hours: 1 }, 'agent')), 'admin')
  const id = requestIn(await request({ policy_id: unmask, hours: 1 }, 'viewer'))
  expect(await approve(system, id, 'agent')).toMatchObject({ status: 403, body: { code: 'access_denied' } })
  const body = { items: [{ id }], reason: 'Not now' }
  expect((await system.send(api.approvals.reject, { body }, 'agent')).status).toBe(403)
  const { rows } = await system.pool.query(
    `SELECT action, actor_name FROM audit_events WHERE resource = 'approval' AND outcome = 'refused' ORDER BY id`,
  )
  expect(rows).toEqual(
    ['approve', 'reject'].map((action) => ({ action: `approval.${action}`, actor_name: 'Maria Reyes' })),
  )
  const { undecidable } = await system.call(api.approvals.get, { params: { id } }, 'agent')
  expect(undecidable).toBe('permission')
  expect((await system.call(api.approvals.counts, {}, 'agent')).decide).toBe(0)
})

test('lists what would give a permission, the least first, and who could approve it', async () => {
  const options = await system.call(
    api.accessRequests.options,
    { body: { permission: 'card:unmask' } },
    'agent',
  )
  expect(options).toMatchObject({
    label: 'view whole card numbers',
    module: { name: 'SMAC Inquiry', held: true },
    action_held: false,
    choices: [
      { name: 'Card reveal', type: 'policy', risk: 'HIGH', gains: ['card:unmask'], max_hours: 168 },
      { name: 'Reveal', gains: ['card:unmask'] },
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
  })
  expect(options.choices[0]?.deciders.map(({ name }) => name)).toEqual([
    'Alma Dizon',
    'Benito Cruz',
    'Leonora Santiago',
  ])
  await insertPolicy(system, ['tender:view'], 'Lookup viewing')
  const lookup = await system.call(
    api.accessRequests.options,
    { body: { permission: 'tender:view' } },
    'agent',
  )
  expect(lookup.module).toEqual({ name: 'Lookup', held: false })
  expect(lookup.choices[0]).toMatchObject({ risk: 'LOW', modules: ['Lookup'] })
})

test('an unknown role or policy, both or neither are refused', async () => {
  const role = await insertRole(system, [], [])
  for (const body of [{}, { role_id: role, policy_id: unmask }, { policy_id: crypto.randomUUID() }])
    expect((await request({ ...body, hours: 1 })).status).toBe(422)
})
