import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy } from '../../../testing/access.ts'
import { approve, requestIn, statusOf } from '../../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../../testing/test-system.ts'
import { expireApprovals } from '../../approvals/requests/end-requests.ts'

let system: TestSystem
let unmask: string
beforeEach(async () => {
  system = await startTestSystem()
  unmask = await insertPolicy(system, ['card:unmask'], 'Reveal')
})
afterEach(() => system.stop())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const request = (time: { until?: string; hours?: number }, policy_id = unmask) =>
  system.send(api.accessRequests.create, { body: { policy_id, reason: 'Callers', ...time } }, 'agent')

const dayInManila = (until: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Asia/Manila' }).format(
    new Date(until),
  )

test('access until a date ends then, however late it is approved', async () => {
  const until = inDays(6)
  const id = requestIn(await request({ until }))
  const found = await system.call(api.approvals.get, { params: { id } }, 'access')
  expect(found.what).toMatch(new RegExp(`^Reveal until ${dayInManila(until)}`))
  expect(found.requested_access).toMatchObject({ type: 'policy', name: 'Reveal', until, hours: null })
  // As if two days had passed.
  await system.pool.query("UPDATE approvals SET requested_at = requested_at - interval '2 days'")
  expect((await approve(system, id, 'access')).status).toBe(200)
  const { rows } = await system.pool.query<{ until: Date }>('SELECT until FROM temporary_access')
  expect(rows.map((row) => row.until.toISOString())).toEqual([until])
})

test.each([
  [-0.1, 422],
  [6.9, 202],
  [7.1, 422],
])('high-risk access until %d days from the request: %i', async (days, status) => {
  expect((await request({ until: inDays(days) })).status).toBe(status)
})

test.each([
  [89.9, 202],
  [90.1, 422],
])('other access until %d days from the request: %i', async (days, status) => {
  const policy = await insertPolicy(system, ['tender:view'])
  expect((await request({ until: inDays(days) }, policy)).status).toBe(status)
})

test('an end and a duration, or neither, are refused', async () => {
  expect((await request({ until: inDays(1), hours: 1 })).status).toBe(422)
  expect((await request({})).status).toBe(422)
})

test('a request whose end has passed expires and grants nothing', async () => {
  const id = requestIn(await request({ until: inDays(1) }))
  const { rows } = await system.pool.query('SELECT expires_at = access_until AS same FROM approvals')
  expect(rows).toEqual([{ same: true }])
  await system.pool.query(
    "UPDATE approvals SET access_until = access_until - interval '2 days', expires_at = expires_at - interval '2 days'",
  )
  expect(await approve(system, id, 'access')).toMatchObject({ status: 409, body: { code: 'approval_ended' } })
  await expireApprovals(system.workerDeps)
  expect(await statusOf(system, id)).toBe('EXPIRED')
})

test('the mail to the deciders says until when they can decide', async () => {
  await system.stop()
  system = await startTestSystem({ workers: true })
  unmask = await insertPolicy(system, ['card:unmask'], 'Reveal')
  requestIn(await request({ until: inDays(1) }))
  const { rows } = await system.pool.query<{ end: string }>(
    "SELECT to_char(expires_at AT TIME ZONE 'Asia/Manila', 'FMDD Mon YYYY, HH24:MI') AS end FROM approvals",
  )
  const texts = async () => (await system.outbox.list()).map(({ text }) => text)
  await expect.poll(texts).toContainEqual(expect.stringContaining(`decide by ${rows[0]?.end} (Manila time).`))
})
