import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy, insertRole } from '../../testing/access.ts'
import { approve, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

/** A request for a new user whose email a deleted user, still at the identity provider, had too. */
async function requestOfTakenEmail() {
  const role_id = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['inquiry:run'])])
  const high = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['card:unmask'])])
  const body = { email: `${crypto.randomUUID()}@backoffice.test`, given_name: 'Ana', family_name: 'Cruz' }
  const reply = await system.send(api.users.create, { body: { ...body, role_id: high } }, 'admin')
  const { id: former } = await system.call(
    api.users.create,
    { body: { ...body, role_id } },
    'leonora.santiago',
  )
  await system.call(api.users.remove, { params: { id: former }, version: 1 }, 'admin')
  await system.pool.query("UPDATE provider_actions SET state = 'failed', attempts = 35 WHERE user_id = $1", [
    former,
  ])
  return { id: requestIn(reply), former }
}

async function stateOf(former: string) {
  const { rows: actions } = await system.pool.query(
    'SELECT action, state, attempts FROM provider_actions WHERE user_id = $1 ORDER BY id',
    [former],
  )
  const { rows: retries } = await system.pool.query(
    "SELECT id FROM audit_events WHERE resource_id = $1 AND action = 'user.retry'",
    [former],
  )
  return { actions, retries }
}

test('a check changes nothing outside its transaction', async () => {
  const { id, former } = await requestOfTakenEmail()
  const before = await stateOf(former)
  expect(await system.call(api.approvals.check, { params: { id } }, 'access')).toMatchObject({
    is_current: false,
    detail: expect.stringMatching(/still being deleted/),
  })
  expect(await stateOf(former)).toEqual(before)
  expect(await statusOf(system, id)).toBe('PENDING')
})

test('a decision changes nothing outside its transaction', async () => {
  const { id, former } = await requestOfTakenEmail()
  const before = await stateOf(former)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('FAILED')
  expect(await stateOf(former)).toEqual(before)
})

test('a check names who can decide: not the requester, nor who may not view the table or give the access', async () => {
  const decidersOf = async (id: string, as: string) => {
    const { deciders } = await system.call(api.approvals.check, { params: { id } }, as)
    return deciders.map(({ name }) => name)
  }
  const { id } = await requestOfTakenEmail()
  expect(await decidersOf(id, 'admin')).toEqual(['Benito Cruz', 'Leonora Santiago'])
  const tenders = await insertPolicy(system, ['tender:view'])
  const body = { policy_id: tenders, hours: 1, reason: 'Callers' }
  const access = requestIn(await system.send(api.accessRequests.create, { body }, 'agent'))
  const all = await decidersOf(access, 'agent')
  const kept = await insertRole(system, ['Users'], [await insertPolicy(system, ['approval:decide'])])
  await system.pool.query("UPDATE users SET role_id = $1 WHERE email = 'access@backoffice.test'", [kept])
  expect(all).toContain('Benito Cruz')
  expect(await decidersOf(access, 'agent')).toEqual(all.filter((name) => name !== 'Benito Cruz'))
})
