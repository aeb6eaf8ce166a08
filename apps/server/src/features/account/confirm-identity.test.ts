import { api } from '@backoffice/contract/api'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMBEDDED_POOL } from '../../adapters/identity/embedded.ts'
import { connectClient } from '../../db/client.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { insertUser, userIdOf } from '../../testing/access.ts'
import { aRiskyRole } from '../../testing/high-risk-changes.ts'
import { TEST_KEY } from '../../testing/test-database.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireConfirmations } from './confirm-identity.ts'

const MINUTE_MS = 60_000
const REQUIRED = { status: 403, body: { code: 'recent_sign_in_required' } }
const EXPORT = { form: 'view', columns: ['name'] } as const

let system: TestSystem
let owner: pg.Client
const logged: string[] = []

beforeAll(async () => {
  system = await startTestSystem({ log: (line) => logged.push(line) })
  owner = await connectClient(system.url)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

/** The sessions of the test system begin before this. */
beforeEach(async () => {
  for (const mailbox of ['admin', 'supervisor', 'agent']) await system.tokenOf(mailbox)
  await owner.query('DELETE FROM sign_in_confirmations; DELETE FROM sign_in_questions')
  system.clock.offsetMs = 11 * MINUTE_MS
})
afterEach(() => {
  system.clock.offsetMs = 0
})

const mailOf = (mailbox: string) => `${mailbox}@backoffice.test`

/** Confirms the session of an account by a second sign-in. */
const confirm = async (mailbox = 'admin') =>
  confirmWith(await signIn(system.identity, mailOf(mailbox)), mailbox)
const confirmWith = (token: string, mailbox = 'admin') =>
  system.send(api.account.confirmIdentity, { body: { token } }, mailbox)

const minutesLater = (minutes: number) => {
  system.clock.offsetMs += minutes * MINUTE_MS
}
const exportPolicies = () => system.send(api.policies.export, { body: EXPORT }, 'admin')

test('only an identity token of a recent sign-in of the same user, whose session goes on, confirms', async () => {
  const { createIdentityProvider } = await import('@backoffice/identity')
  const other = createIdentityProvider({
    pool: system.pool,
    key: TEST_KEY,
    userPoolId: EMBEDDED_POOL.userPoolId,
    clientId: 'anotherclient0000000000001',
    issuer: EMBEDDED_POOL.issuer,
    clock: () => system.clock.now().getTime(),
    deliver: async () => {},
  })
  const own = await signIn(system.identity, mailOf('admin'))
  const accessToken = await signIn(system.identity, mailOf('admin'), { kind: 'AccessToken' })
  const foreign = await signIn(other, mailOf('admin'), { clientId: 'anotherclient0000000000001' })
  const ended = await signIn(system.identity, mailOf('admin'))
  const { origin_jti } = JSON.parse(Buffer.from(ended.split('.')[1] ?? '', 'base64url').toString())
  await system.call(api.account.endSession, { body: { id: origin_jti } }, 'admin')
  system.clock.offsetMs = -100 * MINUTE_MS
  const expired = await signIn(system.identity, mailOf('admin'))
  system.clock.offsetMs = 11 * MINUTE_MS
  const wrong = {
    'another user': await signIn(system.identity, mailOf('agent')),
    'access token': accessToken,
    'another client': foreign,
    'ended session': ended,
    expired,
    'old sign-in': await system.tokenOf('admin'),
    'other signature': `${own.slice(0, -8)}AAAAAAAA`,
    'with its scheme': `Bearer ${own}`,
    twice: `${own}, ${own}`,
    garbage: 'a.b.c',
    empty: '',
  }
  for (const [kind, token] of Object.entries(wrong)) {
    const { status, body } = await confirmWith(token)
    expect([kind, status, Object(body).code]).toEqual([kind, 422, 'sign_in_not_confirmed'])
    expect(JSON.stringify(body)).toBe(JSON.stringify(body).replaceAll(token || 'none', ''))
  }
  expect(await exportPolicies()).toMatchObject(REQUIRED)
})

test('a sign-in confirms one session, once, until ten minutes after it', async () => {
  const other = await signIn(system.identity, mailOf('admin'))
  const token = await signIn(system.identity, mailOf('admin'))
  minutesLater(4)
  expect(await confirmWith(token)).toMatchObject({ status: 200 })
  expect(await confirmWith(token)).toMatchObject({ status: 422, body: { code: 'sign_in_not_confirmed' } })
  expect((await exportPolicies()).status).toBe(202)
  minutesLater(5.9)
  expect((await exportPolicies()).status).toBe(202)
  minutesLater(0.2)
  expect(await exportPolicies()).toMatchObject(REQUIRED)
  const ofOther = () =>
    system.app.inject(requestOf(api.policies.export, { body: EXPORT }, { authorization: `Bearer ${other}` }))
  await confirm()
  expect([(await exportPolicies()).status, (await ofOther()).statusCode]).toEqual([202, 403])
  // The second sign-in is no session any more.
  const reply = await system.app.inject(
    requestOf(api.access.getAccessPolicy, {}, { authorization: `Bearer ${token}` }),
  )
  expect(reply.json().code).toBe('session_revoked')
})

test('a sign-in confirms one of two sessions at the same moment', async () => {
  const other = await signIn(system.identity, mailOf('admin'))
  const token = await signIn(system.identity, mailOf('admin'))
  await owner.query('BEGIN; LOCK TABLE ended_sessions IN EXCLUSIVE MODE')
  const request = { body: { token } }
  const replies = [await system.tokenOf('admin'), other].map((session) =>
    system.app.inject(
      requestOf(api.account.confirmIdentity, request, { authorization: `Bearer ${session}` }),
    ),
  )
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(2)
  await owner.query('COMMIT')
  const codes = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
  expect(codes.sort()).toEqual([200, 422])
  expect((await owner.query('SELECT FROM sign_in_confirmations')).rowCount).toBe(1)
})

test('a confirmation of another user pool or user does not count', async () => {
  for (const change of [
    "pool = 'eu-west-1_other'",
    `user_id = (SELECT id FROM users WHERE email LIKE 'agent@%')`,
  ]) {
    await owner.query('DELETE FROM sign_in_confirmations')
    await confirm()
    expect((await exportPolicies()).status).toBe(202)
    await owner.query(`UPDATE sign_in_confirmations SET ${change}`)
    expect(await exportPolicies()).toMatchObject(REQUIRED)
  }
})

test.each<[string, () => Promise<unknown>]>([
  ['a locked screen', () => system.call(api.account.endConfirmation, {}, 'supervisor')],
  ['a change of password', () => system.call(api.account.endOtherSessions, {}, 'supervisor')],
  ['signing out', () => system.call(api.account.endCurrentSession, {}, 'supervisor')],
])('%s ends the confirmation', async (_what, end) => {
  expect((await confirm('supervisor')).status).toBe(200)
  const count = async () => (await owner.query('SELECT FROM sign_in_confirmations')).rowCount
  expect(await count()).toBe(1)
  await end()
  expect(await count()).toBe(0)
})

const trailOf = async (id: string) => {
  const { rows } = await system.pool.query(
    `SELECT action, outcome, reason, count, device FROM audit_events
     WHERE resource_id = $1 AND action LIKE 'sign-in.c%' OR outcome = 'refused' AND reason = 'recent_sign_in_required'
     ORDER BY id`,
    [id],
  )
  return rows
}

test('calls that are not confirmed in ten minutes are one event of the security log, of no record', async () => {
  await owner.query("DELETE FROM audit_events WHERE action LIKE 'sign-in.%'")
  const admin = await userIdOf(system, 'admin')
  const id = await insertUser(system, await aRiskyRole(system), { status: 'DISABLED' })
  const body = { items: [{ id, version: 1 }], status: 'ACTIVE' as const }
  for (const device of ['Desk/1.0', 'Desk/2.0'])
    await system.send(api.users.updateStatus, { body }, 'admin', { 'user-agent': device })
  minutesLater(9.9)
  await expireConfirmations(system.workerDeps)
  expect(await trailOf(admin)).toEqual([])
  minutesLater(0.2)
  for (let time = 0; time < 2; time++) await expireConfirmations(system.workerDeps)
  const event = { action: 'sign-in.confirm-identity', outcome: 'refused', reason: 'recent_sign_in_required' }
  expect(await trailOf(admin)).toEqual([{ ...event, count: 2, device: 'Desk/1.0' }])
})

test('a confirmation is one event, and the call before it none; no token is in the logs', async () => {
  await owner.query("DELETE FROM audit_events WHERE action LIKE 'sign-in.%' OR action LIKE 'session.%'")
  const admin = await userIdOf(system, 'admin')
  await exportPolicies()
  const token = await signIn(system.identity, mailOf('admin'))
  await confirmWith(token)
  await exportPolicies()
  minutesLater(11)
  await expireConfirmations(system.workerDeps)
  expect(await trailOf(admin)).toMatchObject([
    { action: 'sign-in.confirm-identity', outcome: 'done', count: 1 },
  ])
  const { rowCount } = await owner.query("SELECT FROM audit_events WHERE action LIKE 'session.%'")
  expect(rowCount).toBe(0)
  expect((await owner.query('SELECT FROM sign_in_confirmations')).rowCount).toBe(0)
  expect(logged.length).toBeGreaterThan(0)
  const signature = token.split('.')[2] ?? ''
  expect(logged.filter((line) => line.includes(signature) || line.includes('[token]'))).toEqual([])
})
