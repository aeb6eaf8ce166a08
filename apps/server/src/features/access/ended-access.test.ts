import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectClient } from '../../db/client.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { createStubApp, type StubApp } from '../../testing/stub-app.ts'
import { giveTemporarily, hasPassed } from '../../testing/temporary-access.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { accessVersion } from './access.store.ts'
import { expireAccess } from './expire-access.ts'

/** Ends of temporary access in real time. Nothing is written when one comes, so nothing notifies. */
const SHORT_MS = 1_000
const HOUR_MS = 3_600_000

let system: TestSystem
let stub: StubApp
let headers: Record<string, string>
let userId: string
let everything: string
beforeAll(async () => {
  system = await startTestSystem()
  userId = await userIdOf(system, 'viewer')
  everything = await insertRole(system, ['All'], [await insertPolicy(system, ['*:*'])])
  headers = { authorization: `Bearer ${await system.tokenOf('viewer')}` }
  stub = createStubApp(system, [['tenders.create', CREATE]])
})
afterAll(async () => {
  await stub.app.close()
  await system.stop()
})
beforeEach(async () => {
  stub.reset()
  await giveAccess(system, 'viewer', [], [])
  await system.pool.query('DELETE FROM temporary_access')
  await system.pool.query("DELETE FROM policies WHERE name LIKE 'written by %'")
})
afterEach(() => void vi.useRealTimers())

const CREATE: Endpoint = api.tenders.create
const LIST = { body: { page: 1 } }
const listTenders = async () => (await system.send(api.tenders.list, LIST, 'viewer')).status

/** Waits for the end of a record by the database's clock. */
const untilPassed = (id: string) => expect.poll(() => hasPassed(system, id), { interval: 20 }).toBe(true)

test('a cached caller loses temporary access at its time, without any change of the access version', async () => {
  expect(await listTenders()).toBe(403)
  const { id } = await giveTemporarily(system, userId, { roleId: everything }, SHORT_MS)
  const { version } = await accessVersion(system.db)
  expect(await listTenders()).toBe(200)
  await untilPassed(id)
  expect(await listTenders()).toBe(403)
  expect((await accessVersion(system.db)).version).toBe(version)
})

test.each([-5, 0.5])('a process whose clock is wrong by %d hours ends access in time', async (hours) => {
  const token = await signIn(system.identity, 'viewer@backoffice.test')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS })
  const call = async () => {
    const request = requestOf(api.tenders.list, LIST, { authorization: `Bearer ${token}` })
    return (await system.app.inject(request)).statusCode
  }
  const { id } = await giveTemporarily(system, userId, { roleId: everything }, SHORT_MS)
  expect(await call()).toBe(200)
  await untilPassed(id)
  expect(await call()).toBe(403)
})

test('a write whose access ends between its start and its commit is refused', async () => {
  const { id } = await giveTemporarily(system, userId, { roleId: everything }, SHORT_MS)
  const { paused, resume } = stub.pauseAt('commit')
  const call = stub.app.inject(requestOf(CREATE, {}, headers))
  await paused
  await untilPassed(id)
  resume()
  expect((await call).json()).toMatchObject({ status: 403, code: 'access_denied' })
  const { rows } = await system.pool.query("SELECT FROM policies WHERE name LIKE 'written by %'")
  expect(rows).toEqual([])
})

test('such a write runs again if the permanent access allows it', async () => {
  await giveAccess(system, 'viewer', ['Lookup'], ['tender:create'])
  const { id } = await giveTemporarily(system, userId, { roleId: everything }, SHORT_MS)
  const { paused, resume } = stub.pauseAt('commit')
  const call = stub.app.inject(requestOf(CREATE, {}, headers))
  await paused
  await untilPassed(id)
  resume()
  expect((await call).statusCode).toBe(201)
  expect(stub.handled('tenders.create')).toEqual([['*:*'], ['tender:create']])
})

test('a write that waits for another change at its commit is refused if access ends meanwhile', async () => {
  const { id } = await giveTemporarily(system, userId, { roleId: everything }, SHORT_MS)
  const { paused, resume } = stub.pauseAt('commit')
  const call = stub.app.inject(requestOf(CREATE, {}, headers))
  await paused
  const other = await connectClient(system.url)
  try {
    // A change of access that is rolled back: the access version stays.
    await other.query("BEGIN; UPDATE users SET status = status WHERE email = 'agent@backoffice.test'")
    resume()
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
    await untilPassed(id)
    await other.query('ROLLBACK')
  } finally {
    await other.end()
  }
  expect((await call).json()).toMatchObject({ status: 403, code: 'access_denied' })
})

test('four workers record each end once, with what returns', async () => {
  const [role, policy] = [
    await insertRole(system, ['Lookup'], [], 'Substitute'),
    await insertPolicy(system, ['tender:view'], 'Month end'),
  ]
  const own = await insertRole(system, [], [], 'Desk')
  const users = await Promise.all(Array.from({ length: 20 }, () => insertUser(system, own)))
  for (const id of users) {
    await giveTemporarily(system, id, { roleId: role })
    await giveTemporarily(system, id, { policyId: policy })
  }
  await system.pool.query(
    `UPDATE temporary_access SET starts_at = now() - interval '2 hours', until = now() - interval '1 hour'
     WHERE user_id = ANY ($1)`,
    [users],
  )
  await Promise.all(Array.from({ length: 4 }, () => expireAccess(system)))
  await expireAccess(system)
  const { rows } = await system.pool.query(
    `SELECT changes->'role' AS role, changes->'extra_policies' AS policies, count(*)::int AS events,
       count(DISTINCT resource_id)::int AS users
     FROM audit_events WHERE action = 'user.expire' AND resource_id = ANY ($1) GROUP BY 1, 2 ORDER BY 1`,
    [users],
  )
  expect(rows).toEqual([
    { role: ['Substitute', 'Desk'], policies: null, events: 20, users: 20 },
    { role: null, policies: [['Month end'], []], events: 20, users: 20 },
  ])
  const { version } = await accessVersion(system.db)
  await expireAccess(system)
  expect((await accessVersion(system.db)).version).toBe(version)
})
