import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy, insertRole, userIdOf } from '../../../testing/access.ts'
import { approve, requestIn, statusOf, switchRule } from '../../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../../testing/test-system.ts'

let system: TestSystem
let emergency: string
beforeEach(() => start(1))

async function start(breakGlassHours: number) {
  system = await startTestSystem({ workers: true, breakGlassHours })
  emergency = await insertRole(system, ['Audit'], [await insertPolicy(system, ['audit:export'])], 'Emergency')
}
afterEach(() => system.stop())

async function roleOf(mailbox: string): Promise<string> {
  const { rows } = await system.pool.query<{ role_id: string }>(
    'SELECT role_id FROM users WHERE email = $1',
    [`${mailbox}@backoffice.test`],
  )
  return String(rows[0]?.role_id)
}

async function offer(break_glass_for: string[]) {
  const { version, policies, modules } = await system.call(
    api.roles.get,
    { params: { id: emergency } },
    'admin',
  )
  const policy_ids = policies.map(({ id }) => id)
  const change = { kind: 'role' as const, id: emergency, modules: modules as ['Audit'], policy_ids }
  const { impact_version } = await system.call(api.explain.impact, { body: change }, 'admin')
  const body = { version, break_glass_for, impact_version }
  return system.send(api.roles.update, { params: { id: emergency }, body }, 'admin')
}

const STATED = { reason: 'Outage of the loyalty system', ticket_no: 'INC-1' }
const take = (as: string, stated = STATED) =>
  system.send(api.accessRequests.breakGlass, { body: { role_id: emergency, ...stated } }, as)

const policiesOf = async (as: string) => (await system.call(api.access.getAccessPolicy, {}, as)).policies

test('only users of the named roles take the role, for an hour, and all deciders are notified', async () => {
  expect(await take('agent')).toMatchObject({ status: 403, body: { code: 'access_denied' } })
  expect((await offer([await roleOf('agent')])).status).toBe(200)
  expect((await take('viewer')).status).toBe(403)
  const { status, body } = await take('agent')
  expect(status).toBe(200)
  const { until, approval_id } = (body as Taking).resource
  expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect(await policiesOf('agent')).toEqual(['audit:export'])
  const subjects = async () =>
    (await system.outbox.list()).map(({ to, subject }) => `${to}: ${subject}`).sort()
  const expected = ['access', 'admin', 'leonora.santiago'].map(
    (to) => `${to}@backoffice.test: To review: Break-glass access: Emergency for 1 hour`,
  )
  await expect.poll(subjects).toEqual(expected)
  const { rows } = await system.pool.query(
    `SELECT action, actor_name, reason FROM audit_events
     WHERE resource_id IN ($1, $2) AND action IN ('user.break-glass', 'approval.request') AND outcome = 'done' ORDER BY action`,
    [approval_id, await userIdOf(system, 'agent')],
  )
  expect(rows).toEqual([
    { action: 'approval.request', actor_name: 'Maria Reyes', reason: 'Outage of the loyalty system' },
    { action: 'user.break-glass', actor_name: 'Maria Reyes', reason: 'Outage of the loyalty system' },
  ])
})

type Taking = { resource: { until: string; approval_id: string } }

async function aTaking(): Promise<string> {
  await offer([await roleOf('agent')])
  const { body } = await take('agent')
  return (body as Taking).resource.approval_id
}

test('it lasts as many hours as configured', async () => {
  await system.stop()
  await start(8)
  await offer([await roleOf('agent')])
  const { until, approval_id: id } = ((await take('agent')).body as Taking).resource
  expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(8)
  const { what } = await system.call(api.approvals.get, { params: { id } }, 'access')
  expect(what).toBe('Break-glass access: Emergency for 8 hours')
})

test('it stays open until another decider has reviewed it', async () => {
  const id = await aTaking()
  expect(await system.call(api.approvals.get, { params: { id } }, 'access')).toMatchObject({
    kind: 'BREAK_GLASS',
    status: 'PENDING',
    expires_at: null,
    impact: { gains: expect.arrayContaining([expect.objectContaining({ name: 'audit:export' })]) },
  })
  expect((await system.send(api.approvals.withdraw, { body: { id } }, 'agent')).status).toBe(409)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('EXECUTED')
  expect(await policiesOf('agent')).toContain('audit:export')
})

test('its review shows when it ran, and what its user did in that time', async () => {
  const id = await aTaking()
  const useOf = async () => (await system.call(api.approvals.get, { params: { id } }, 'access')).use
  expect(await useOf()).toMatchObject({ ended_at: null, events: [] })
  await system.call(api.audit.export, { body: { form: 'view', columns: ['actor'] } }, 'agent')
  await system.call(api.audit.export, { body: { form: 'view', columns: ['actor'] } }, 'agent')
  await system.send(api.users.export, { body: { form: 'view', columns: ['email'] } }, 'agent')
  const events = [
    { action: 'audit.export', outcome: 'done', count: 2 },
    { action: 'user.export', outcome: 'refused', count: 1 },
  ]
  expect(await useOf()).toMatchObject({ ended_at: null, events })
  await system.call(
    api.approvals.reject,
    { body: { items: [{ id }], reason: 'There was no outage' } },
    'access',
  )
  await system.send(api.audit.export, { body: { form: 'view', columns: ['actor'] } }, 'agent')
  const use = await useOf()
  expect(use).toMatchObject({ ended_at: expect.any(String), events })
  expect(Date.parse(use?.ended_at ?? '')).toBeLessThan(Date.parse(use?.until ?? ''))
})

test('a rejected one ends at once, also in the trail', async () => {
  const id = await aTaking()
  const body = { items: [{ id }], reason: 'There was no outage' }
  await system.call(api.approvals.reject, { body }, 'access')
  expect(await policiesOf('agent')).not.toContain('audit:export')
  const { rows } = await system.pool.query(
    "SELECT actor_name, resource_id, changes->'role' AS role FROM audit_events WHERE action = 'user.end-access'",
  )
  const agent = await userIdOf(system, 'agent')
  expect(rows).toEqual([
    { actor_name: 'Benito Cruz', resource_id: agent, role: ['Emergency', 'Inquiry agent'] },
  ])
})

test('it is taken again only after its review', async () => {
  const id = await aTaking()
  expect(await take('agent')).toMatchObject({ status: 409, body: { code: 'approval_pending' } })
  await approve(system, id, 'access')
  expect((await take('agent')).status).toBe(200)
})

test.each([
  { ...STATED, reason: ' ' },
  { ...STATED, ticket_no: '  ' },
])('blanks are no reason and no ticket number: %j', async (stated) => {
  await offer([await roleOf('agent')])
  expect(await take('agent', stated)).toMatchObject({ status: 422, body: { code: 'invalid' } })
})

test('card numbers in the reason are stored masked', async () => {
  await offer([await roleOf('agent')])
  const card = '4000000000000002'
  expect((await take('agent', { reason: `Card ${card}`, ticket_no: card })).status).toBe(200)
  const { rows } = await system.pool.query(
    `SELECT a::text AS stored FROM approvals a UNION ALL SELECT t::text FROM temporary_access t
     UNION ALL SELECT data::text FROM pgboss.job UNION ALL SELECT e::text FROM audit_events e`,
  )
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter(({ stored }) => stored.includes(card))).toEqual([])
})

test('to offer a high-risk role needs approval, and all of it', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const id = requestIn(await offer([await roleOf('agent')]))
  expect((await take('agent')).status).toBe(403)
  await approve(system, id, 'leonora.santiago')
  expect(await statusOf(system, id)).toBe('EXECUTED')
  expect((await take('agent')).status).toBe(200)
})

test('an old sign-in does not suffice', async () => {
  await offer([await roleOf('agent')])
  // Signs in before the clock moves.
  await policiesOf('agent')
  system.clock.offsetMs = 11 * 60_000
  expect(await take('agent')).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
})
