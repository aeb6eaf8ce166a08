import { api } from '@backoffice/contract/api'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expireFiles } from '../../files/clean-up.ts'
import {
  aGrant,
  approve,
  aRequest,
  openedItems,
  requestIn,
  statusOf,
  switchRule,
} from '../../testing/approvals.ts'
import { changeFile, dryRun } from '../../testing/file-actions.ts'
import { addMasters, createRow, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireApprovals } from './requests/end-requests.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem({ workers: true })
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

const REASON = {
  'approval-reason': encodeURIComponent('For the “night” desk'),
  'approval-ticket': 'OPS-20455',
}
const DECIDER = 'leonora.santiago'
const HOURS_MS = 3_600_000

const policiesOf = async (id: string) =>
  (await system.call(api.users.get, { params: { id } }, 'admin')).extra_policies.map((policy) => policy.id)

test('a high-risk grant waits for a second person, who applies it', async () => {
  const grant = await aGrant(system)
  const id = requestIn(await grant.send(REASON))
  expect(await policiesOf(grant.user)).toEqual([])
  expect(await system.call(api.approvals.get, { params: { id } }, 'access')).toMatchObject({
    what: 'Change user Rosa Test',
    reason: 'For the “night” desk',
    ticket_no: 'OPS-20455',
    status: 'PENDING',
    is_high_risk: true,
    impact: { gains: [{ name: 'card:unmask', user_count: 1 }] },
    changes: [{ label: 'Rosa Test' }],
    undecidable: null,
  })
  expect((await approve(system, id, 'access')).body).toMatchObject({
    resource: { items: [{ outcome: 'done', row: { status: 'EXECUTED' } }] },
  })
  expect(await policiesOf(grant.user)).toEqual([grant.policy])
  const { rows } = await system.pool.query(
    `SELECT action, actor_name, approved_by_name, reason FROM audit_events
     WHERE resource_id IN ($1, $2) AND action <> 'user.list' ORDER BY id`,
    [id, grant.user],
  )
  expect(rows).toMatchObject([
    { action: 'approval.request', actor_name: 'Alma Dizon', reason: 'For the “night” desk' },
    { action: 'user.update', actor_name: 'Alma Dizon', approved_by_name: 'Benito Cruz' },
    { action: 'approval.approve', actor_name: 'Benito Cruz' },
  ])
  const { rows: stored } = await system.pool.query('SELECT input FROM approvals WHERE id = $1', [id])
  expect(stored).toEqual([{ input: null }])
})

test('a low-risk change is executed at once', async () => {
  const { user } = await aGrant(system)
  const body = { version: 1, department: 'Settlement' }
  expect((await system.send(api.users.update, { params: { id: user }, body }, 'admin')).status).toBe(200)
})

test('an empty reason asks for one, and stores nothing', async () => {
  const grant = await aGrant(system)
  expect(await grant.send({ 'approval-reason': '' })).toMatchObject({
    status: 428,
    body: {
      code: 'approval_reason_required',
      current: {
        kind: 'HIGH_RISK_GRANT',
        what: 'Change user Rosa Test',
        count: 1,
        deciders: ['Benito Cruz', 'Leonora Santiago'],
      },
    },
  })
  const { rows } = await system.pool.query('SELECT count(*)::int AS requests FROM approvals')
  expect(rows).toEqual([{ requests: 0 }])
})

test('card numbers are masked in the reason and in the trail', async () => {
  const grant = await aGrant(system)
  const id = requestIn(await grant.send({ 'approval-reason': 'for%204000000000000002' }))
  const { reason } = await system.call(api.approvals.get, { params: { id } }, 'access')
  expect(reason).toMatch(/^for .*0002$/)
  const { rows } = await system.pool.query(
    'SELECT count(*)::int AS found FROM audit_events WHERE reason LIKE $1',
    ['%4000000000000002%'],
  )
  expect(rows).toEqual([{ found: 0 }])
})

test('card numbers are masked in the reason of a decision, also in its mail', async () => {
  const { id } = await aRequest(system)
  const body = { items: [{ id }], reason: 'Not for 4000000000000002' }
  await system.call(api.approvals.reject, { body }, 'access')
  const { decision_reason } = await system.call(api.approvals.get, { params: { id } }, 'admin')
  expect(decision_reason).toMatch(/^Not for .*0002$/)
  const texts = async () => (await system.outbox.list()).map(({ text }) => text).join()
  await expect.poll(texts).toContain(decision_reason)
  expect(await texts()).not.toContain('4000000000000002')
})

test('only the requester and deciders see a request', async () => {
  const { id } = await aRequest(system, { as: 'admin' })
  expect((await system.send(api.approvals.get, { params: { id } }, 'agent')).status).toBe(404)
  expect((await system.call(api.approvals.list, { body: {} }, 'agent')).items).toEqual([])
  expect((await system.call(api.approvals.list, { body: {} }, 'access')).items).toMatchObject([{ id }])
  expect(await system.call(api.approvals.counts, {}, 'access')).toEqual({ decide: 1, mine: 0 })
  expect(await system.call(api.approvals.counts, {}, 'admin')).toEqual({ decide: 0, mine: 1 })
  expect(await system.call(api.approvals.counts, {}, 'agent')).toEqual({ decide: 0, mine: 0 })
})

test('the requester withdraws a request, and no one else does', async () => {
  const { id, user } = await aRequest(system)
  expect((await system.send(api.approvals.withdraw, { body: { id } }, 'access')).status).toBe(404)
  expect(await system.call(api.approvals.withdraw, { body: { id } }, 'admin')).toMatchObject({
    status: 'WITHDRAWN',
  })
  expect(await approve(system, id, 'access')).toMatchObject({ status: 409, body: { code: 'approval_ended' } })
  expect(await policiesOf(user)).toEqual([])
})

test('requests are rejected together, with a reason', async () => {
  const [one, other] = [await aRequest(system), await aRequest(system)]
  const items = [one, other].map(({ id }) => ({ id }))
  const blank = { items, reason: ' ' }
  expect((await system.send(api.approvals.reject, { body: blank }, 'access')).status).toBe(422)
  await system.call(api.approvals.reject, { body: { items, reason: 'Not needed' } }, 'access')
  expect(await system.call(api.approvals.get, { params: { id: one.id } }, 'admin')).toMatchObject({
    status: 'REJECTED',
    decision_reason: 'Not needed',
    decided_by: { name: 'Benito Cruz' },
  })
  expect(await statusOf(system, other.id)).toBe('REJECTED')
})

test('requests are approved together, each with its own outcome', async () => {
  const [one, own] = [await aRequest(system), await aRequest(system, { as: DECIDER })]
  const body = { items: await openedItems(system, [one.id, own.id], DECIDER) }
  expect((await system.call(api.approvals.approve, { body }, DECIDER)).items).toMatchObject([
    { outcome: 'done', row: { status: 'EXECUTED' } },
    { outcome: 'refused', code: 'own_request' },
  ])
  expect(await statusOf(system, own.id)).toBe('PENDING')
})

test('a request expires after 72 hours', async () => {
  const { id, user } = await aRequest(system)
  const leave = (left: string) =>
    system.pool.query(
      'UPDATE approvals SET expires_at = expires_at - $2::interval + $3::interval WHERE id = $1',
      [id, '72 hours', left],
    )
  await leave('1 minute')
  await expireApprovals(system.workerDeps)
  expect(await statusOf(system, id)).toBe('PENDING')
  await leave('72 hours - 1 minute')
  // Also for a process whose clock is late, and before the job.
  system.clock.offsetMs = -300_000
  const ended = { status: 409, body: { code: 'approval_ended' } }
  expect(await approve(system, id, 'access')).toMatchObject(ended)
  expect(await statusOf(system, id)).toBe('PENDING')
  await expireApprovals(system.workerDeps)
  system.clock.offsetMs = 0
  expect(await statusOf(system, id)).toBe('EXPIRED')
  expect(await approve(system, id, 'access')).toMatchObject(ended)
  expect(await policiesOf(user)).toEqual([])
})

test('deciders and the requester are mailed', async () => {
  const grant = await aGrant(system)
  const id = requestIn(await grant.send(REASON))
  const subjects = async (to: string) =>
    (await system.outbox.list()).flatMap((mail) =>
      mail.to === `${to}@backoffice.test` ? [mail.subject] : [],
    )
  await expect.poll(() => subjects('access')).toEqual(['To decide: Change user Rosa Test'])
  await expect.poll(() => subjects('leonora.santiago')).toEqual(['To decide: Change user Rosa Test'])
  await approve(system, id, 'access')
  await expect.poll(() => subjects('admin')).toEqual(['Approved: Change user Rosa Test'])
})

test('a file that waits for approval does not expire, and its cancellation withdraws the request', async () => {
  await addMasters(system.pool)
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const content = fileOf(tenders, [validRow(tenders), validRow(tenders)])
  const { source_filekey } = await dryRun(system, content, 'lookup', { category: 'TENDERS' })
  const id = requestIn(await system.send(api.tenders.import, { body: { source_filekey } }, 'lookup'))
  // The request is ended by its own job; the file had been due.
  system.clock.offsetMs = 73 * HOURS_MS
  await expireFiles(system.workerDeps)
  system.clock.offsetMs = 0
  const file = await system.call(api.files.get, { query: { source_filekey } }, 'lookup')
  expect(file.state).toBe('AWAITING_CONFIRMATION')
  await changeFile(system, 'cancel', source_filekey, 'lookup')
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
})

test('several small changes of 24 hours are one mass change', async () => {
  await addMasters(system.pool)
  await switchRule(system, 'MASS_CHANGE', true, 4)
  const importOf = async (rows: number) => {
    const content = fileOf(
      tenders,
      Array.from({ length: rows }, () => validRow(tenders)),
    )
    const { source_filekey } = await dryRun(system, content, 'lookup', { category: 'TENDERS' })
    return system.send(api.tenders.import, { body: { source_filekey } }, 'lookup')
  }
  // Longer ago.
  await system.pool.query(
    `INSERT INTO change_counts (user_id, kind, scope, at, count)
     SELECT id, 'MASS_CHANGE', 'tenders', now() - interval '24.1 hours', 100 FROM users`,
  )
  expect(await importOf(3)).toMatchObject({ body: { resource: { source_filekey: expect.any(String) } } })
  const second = requestIn(await importOf(3))
  await approve(system, second, DECIDER)
  expect(await statusOf(system, second)).toBe('EXECUTED')
  // An approved change does not count; one row is left of four.
  expect((await createRow(system, tenders, validRow(tenders), 'lookup')).status).toBe(201)
  expect((await createRow(system, tenders, validRow(tenders), 'lookup')).status).toBe(202)
  // Another user has a count of their own.
  expect((await createRow(system, tenders, validRow(tenders), 'admin')).status).toBe(201)
})

test('the trail and the history of a record name who approved a change', async () => {
  const { id, user } = await aRequest(system)
  await approve(system, id, 'access')
  const by = { actor: { name: 'Alma Dizon' }, approved_by: { id: expect.any(String), name: 'Benito Cruz' } }
  const params = { resource: 'user' as const, id: user }
  const { items: history } = await system.call(api.history.get, { params }, 'admin')
  expect(history).toMatchObject([{ action: 'user.update', ...by }])
  const body = { filters: { record: { in: [user] } } }
  const { items } = await system.call(api.audit.list, { body }, 'auditor')
  expect(items).toMatchObject([{ action: 'user.update', ...by }])
})

test('the history of a request is visible to its requester and to deciders', async () => {
  const grant = await aGrant(system)
  const id = requestIn(await grant.send(REASON))
  const params = { resource: 'approval' as const, id }
  const { items } = await system.call(api.history.get, { params }, 'access')
  expect(items.map(({ action, reason }) => [action, reason])).toEqual([
    ['approval.request', 'For the “night” desk'],
  ])
  expect(await system.call(api.history.get, { params }, 'admin')).toEqual({ items, next: null })
  expect((await system.expectProblem(api.history.get, { params }, 'agent')).status).toBe(404)
})
