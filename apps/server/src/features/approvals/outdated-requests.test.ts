import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { approve, aRequest, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

const read = (id: string, as = 'access') => system.call(api.approvals.get, { params: { id } }, as)
const check = (id: string, as = 'access') => system.call(api.approvals.check, { params: { id } }, as)
const dismiss = (id: string) => system.send(api.approvals.dismiss, { body: { items: [{ id }] } }, 'access')

/** A request to add `card:unmask` to a role of Rosa, after which Jun gets the role too. */
async function anOutdatedRequest(): Promise<string> {
  const low = await insertPolicy(system, ['inquiry:run'])
  const role = await insertRole(system, ['SMAC Inquiry'], [low])
  await insertUser(system, role)
  const policy_ids = [low, await insertPolicy(system, ['card:unmask'])]
  const change = { kind: 'role' as const, id: role, modules: ['SMAC Inquiry' as const], policy_ids }
  const impact_version = await impactVersionOf(system, change, 'admin')
  const body = { version: 1, policy_ids, impact_version }
  const id = requestIn(await system.send(api.roles.update, { params: { id: role }, body }, 'admin'))
  await insertUser(system, role, { name: 'Jun' })
  return id
}

const GAINS = 'Jun Test would now also gain view whole card numbers.'

test('an outdated request says who would gain too, to deciders and its requester', async () => {
  const id = await anOutdatedRequest()
  expect(await check(id)).toMatchObject({ is_current: false, detail: GAINS })
  expect(await check(id, 'admin')).toMatchObject({ is_current: false, detail: GAINS })
  await approve(system, id, 'access')
  expect(await read(id)).toMatchObject({ status: 'STALE', decision_reason: GAINS })
})

test('a request lists what has changed since, with its values, until it ends', async () => {
  const { id, user } = await aRequest(system)
  expect((await read(id)).later_changes).toEqual([])
  const update = async (department: string) => {
    const { version } = await system.call(api.users.get, { params: { id: user } }, 'leonora.santiago')
    const call = { params: { id: user }, body: { version, department } }
    await system.call(api.users.update, call, 'leonora.santiago')
  }
  await update('Settlement')
  const expected = [
    {
      label: 'Rosa Test',
      by: 'Leonora Santiago',
      action: 'user.update',
      changes: { department: [null, 'Settlement'] },
    },
  ]
  expect((await read(id)).later_changes).toMatchObject(expected)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('STALE')
  await update('Loyalty desk')
  expect((await read(id)).later_changes).toMatchObject(expected)
})

test('the requester checks a request that is current', async () => {
  const { id } = await aRequest(system)
  expect(await check(id, 'admin')).toMatchObject({ is_current: true, detail: null })
  const policy_id = await insertPolicy(system, ['card:unmask'])
  const body = { policy_id, hours: 1, reason: 'Callers' }
  const access = requestIn(await system.send(api.accessRequests.create, { body }, 'agent'))
  expect(await check(access, 'agent')).toMatchObject({ is_current: true, detail: null })
  expect((await system.send(api.approvals.check, { params: { id } }, 'agent')).status).toBe(404)
})

test('only an outdated request is dismissed, with its reason', async () => {
  const id = await anOutdatedRequest()
  expect((await dismiss(id)).status).toBe(200)
  expect(await read(id)).toMatchObject({
    ...{ status: 'STALE', decision_reason: GAINS, decided_by: { name: 'Benito Cruz' } },
  })
  const { id: current, user } = await aRequest(system)
  expect(await dismiss(current)).toMatchObject({ status: 409, body: { code: 'approval_current' } })
  expect(await statusOf(system, current)).toBe('PENDING')
  expect((await system.call(api.users.get, { params: { id: user } }, 'admin')).extra_policies).toEqual([])
})

test('a request about a user ends when the user is disabled, deleted or off-boarded', async () => {
  const disable = { status: 'DISABLED' as const, reason: 'Left' }
  const { id, user } = await aRequest(system)
  const { version } = await system.call(api.users.get, { params: { id: user } }, 'admin')
  await system.call(
    api.users.updateStatus,
    { body: { items: [{ id: user, version }], ...disable } },
    'access',
  )
  expect(await read(id)).toMatchObject({
    ...{ status: 'WITHDRAWN', decision_reason: 'Rosa Test was disabled.', decided_by: null },
  })
  const other = await aRequest(system)
  await system.send(api.users.remove, { params: { id: other.user } }, 'access')
  expect(await read(other.id)).toMatchObject({
    ...{ status: 'WITHDRAWN', decision_reason: 'Rosa Test was deleted.' },
  })
  const left = await aRequest(system)
  const offBoarding = { id: left.user, version: 1, mode: 'disable' as const, reason: 'Left' }
  expect(await system.call(api.users.offBoard, { body: offBoarding }, 'access')).toMatchObject({
    requests: 1,
  })
  expect(await statusOf(system, left.id)).toBe('WITHDRAWN')
})

test('a user’s own request for access ends when they are disabled', async () => {
  const policy_id = await insertPolicy(system, ['card:unmask'])
  const body = { policy_id, hours: 1, reason: 'Callers' }
  const id = requestIn(await system.send(api.accessRequests.create, { body }, 'agent'))
  const user = await userIdOf(system, 'agent')
  const { version } = await system.call(api.users.get, { params: { id: user } }, 'admin')
  const items = [{ id: user, version }]
  await system.call(api.users.updateStatus, { body: { items, status: 'DISABLED', reason: 'Left' } }, 'admin')
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
})

test('a waiting change is listed for its record', async () => {
  const { id, user } = await aRequest(system)
  await aRequest(system)
  const body = { resource: 'user' as const, id: user }
  const { items } = await system.call(api.approvals.waiting, { body }, 'auditor')
  expect(items).toMatchObject([
    {
      id,
      records: [user],
      what: 'Change user Rosa Test',
      requested_by: { name: 'Alma Dizon' },
      may_open: false,
    },
  ])
  expect((await system.send(api.approvals.waiting, { body }, 'agent')).status).toBe(403)
  expect((await system.call(api.approvals.waiting, { body }, 'access')).items).toMatchObject([
    { may_open: true },
  ])
})

test('a waiting change of a rule is listed with its values', async () => {
  const rule = 'MASS_CHANGE' as const
  const body = { version: 1, is_on: true, threshold: 400 }
  requestIn(await system.send(api.approvals.updateRule, { params: { kind: rule }, body }, 'admin'))
  const { items } = await system.call(
    api.approvals.waiting,
    { body: { resource: 'approval-rule' } },
    'access',
  )
  expect(items).toMatchObject([{ records: [rule], changes: { is_on: [false, true], threshold: [500, 400] } }])
})
