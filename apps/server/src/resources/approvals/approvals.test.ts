import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ log: (l) => l.includes('error') && console.log(l.slice(0, 1500)) })
  await switchRule('HIGH_RISK_GRANT', true)
})
afterAll(() => system.stop())

async function switchRule(kind: string, isOn: boolean, threshold: number | null = null) {
  await system.pool.query(
    'UPDATE approval_rules SET is_on = $2, threshold = coalesce($3, threshold) WHERE kind = $1',
    [kind, isOn, threshold],
  )
}

async function requestGrant(as = 'access') {
  const role = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['inquiry:run'])])
  const policy = await insertPolicy(system, ['card:unmask'])
  const id = await insertUser(system, role)
  const target = { role_id: role, extra_policies: [policy] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id, ...target }, as)
  const reply = await system.send(
    api.users.update,
    { params: { id }, body: { version: 1, extra_policies: [policy], impact_version } },
    as,
    { 'approval-reason': encodeURIComponent('For the “night” desk'), 'approval-ticket': 'OPS-1' },
  )
  return { id, policy, role, reply }
}

test('a high-risk grant waits for a second person, who applies it', async () => {
  const { id, reply } = await requestGrant('admin')
  expect(reply).toMatchObject({ status: 202, body: { resource: { approval: { kind: 'HIGH_RISK_GRANT' } } } })
  const approval = (reply.body as { resource: { approval: { id: string } } }).resource.approval
  expect((await system.call(api.users.get, { params: { id } }, 'admin')).extra_policies).toEqual([])
  const detail = await system.call(api.approvals.get, { params: { id: approval.id } }, 'access')
  expect(detail).toMatchObject({
    what: 'Change user Rosa Test',
    reason: 'For the “night” desk',
    ticket_no: 'OPS-1',
    status: 'PENDING',
    impact: { gains: [{ name: 'card:unmask' }] },
    undecidable: null,
  })
  const { items } = await system.call(
    api.approvals.approve,
    { body: { items: [{ id: approval.id }] } },
    'access',
  )
  expect(items).toMatchObject([{ outcome: 'done', row: { status: 'EXECUTED' } }])
  const user = await system.call(api.users.get, { params: { id } }, 'admin')
  expect(user.extra_policies).toMatchObject([{ risk: 'HIGH' }])
  const { rows } = await system.pool.query(
    'SELECT actor_id, approved_by_id FROM audit_events WHERE action = $1 AND resource_id = $2',
    ['user.update', id],
  )
  expect(rows).toEqual([
    { actor_id: await userIdOf(system, 'admin'), approved_by_id: await userIdOf(system, 'access') },
  ])
})
