import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMBEDDED_POOL, embeddedIdentity } from '../../adapters/identity/embedded.ts'
import type { Administration, Identity } from '../../adapters/identity/identity.ts'
import { insertUser, userIdOf } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const never = () => new Promise<never>(() => {})
const fails = () => Promise.reject(new Error('The provider is out of order.'))

let system: TestSystem
let inner: Identity
let administration: () => Promise<Administration>
let agentRole: string
beforeAll(async () => {
  const cloud: Identity = {
    browser: { userPoolId: 'pool', userPoolClientId: 'client', endpoint: null },
    foreignOrigin: null,
    verifyToken: (token) => inner.verifyToken(token),
    sessions: null,
    administration: () => administration(),
    mount: () => {},
    checkKeys: async () => {},
    warmUp: async () => {},
    close: async () => {},
  }
  system = await startTestSystem({ cloud })
  inner = embeddedIdentity(system.identity)
  const { rows } = await system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Inquiry agent'",
  )
  agentRole = String(rows[0]?.id)
})
beforeEach(() => {
  administration = () => inner.administration()
})
afterAll(() => system.stop())

const read = (id: string) => system.call(api.users.get, { params: { id } }, 'admin')
const listed = async () => (await system.call(api.users.list, { body: { page_size: 100 } }, 'admin')).items

async function trail(id: string) {
  const { rows } = await system.pool.query(
    `SELECT action, outcome, changes, reason FROM audit_events
     WHERE resource_id = $1 AND resource <> 'sign-in' ORDER BY id`,
    [id],
  )
  return rows
}

async function lock(mailbox: string) {
  const body = JSON.stringify({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: EMBEDDED_POOL.userPoolClientId,
    AuthParameters: { USERNAME: `${mailbox}@backoffice.test`, PASSWORD: 'Wrong#2026' },
  })
  const target = 'AWSCognitoIdentityProviderService.InitiateAuth'
  for (let attempt = 0; attempt < 5; attempt++)
    await system.identity.handle({ target, body, ip: '127.0.0.1' })
  // The first lock lasts only a second, too short for a slow machine.
  await system.pool.query(
    "UPDATE identity.counters SET blocked_until = now() + interval '1 hour' WHERE blocked_until > now()",
  )
}

test.each([
  ['reset', 'ACTIVE'],
  ['authenticator', 'ACTIVE'],
  ['authenticator', 'DISABLED'],
  ['resend', 'PENDING'],
] as const)('%s of a user who is %s is sent to the provider', async (mode, status) => {
  const id = await insertUser(system, agentRole, { status })
  const user = await system.call(api.users.resetPassword, { body: { id, mode } }, 'admin')
  expect(user).toMatchObject({ id, status, provider_action: { action: mode, state: 'waiting' } })
  expect(await trail(id)).toMatchObject([{ action: 'user.reset-password', outcome: 'done', reason: mode }])
})

test.each([
  ['reset', 'PENDING', 'send the invitation again'],
  ['reset', 'DISABLED', 'enable the account first'],
  ['resend', 'ACTIVE', 'reset the password'],
  ['resend', 'DISABLED', 'enable the account first'],
  ['authenticator', 'PENDING', 'has not signed in yet'],
] as const)('%s of a user who is %s is refused with advice', async (mode, status, words) => {
  const id = await insertUser(system, agentRole, { status })
  const body = { id, mode }
  const problem = await system.expectProblem(api.users.resetPassword, { body }, 'admin')
  expect(problem).toMatchObject({ status: 409, detail: expect.stringContaining(words) })
  expect((await read(id)).provider_action).toBeNull()
})

test('deleted and unknown users cannot be reset, and a reset requires the permission', async () => {
  const deleted = await insertUser(system, agentRole, { status: 'DELETED' })
  for (const id of [deleted, crypto.randomUUID()]) {
    const body = { id, mode: 'reset' as const }
    expect((await system.expectProblem(api.users.resetPassword, { body }, 'admin')).status).toBe(404)
  }
  const body = { id: await userIdOf(system, 'viewer'), mode: 'reset' as const }
  expect(await system.expectProblem(api.users.resetPassword, { body }, 'agent')).toMatchObject({
    status: 403,
    missing: ['user:reset-password'],
  })
})

test('only names and contact are sent to the provider', async () => {
  const id = await insertUser(system, agentRole)
  const change = (version: number, body: object) =>
    system.call(api.users.update, { params: { id }, body: { version, ...body } }, 'admin')
  const moved = await change(1, { department: 'Night desk', employee_no: 'LD-77' })
  expect(moved.provider_action).toBeNull()
  const called = await change(2, { contact: '+639171234567' })
  expect(called).toMatchObject({ contact: '+639171234567', provider_action: { action: 'update' } })
})

test('a lock reported before its removal appears with the action that lifts it', async () => {
  const id = await insertUser(system, agentRole)
  await system.pool.query("UPDATE users SET identity_sub = 'late' WHERE id = $1", [id])
  const { version } = await read(id)
  // The worker finishes before the reply arrives.
  const finished = async <Result>(result: Result) => {
    await system.pool.query('DELETE FROM provider_actions WHERE user_id = $1', [id])
    return result
  }
  const described = {
    mfaEnabled: false,
    hasAuthenticator: false,
    mustChangePassword: false,
    isLocked: true,
  }
  administration = async () => ({
    ...(await inner.administration()),
    describe: () => finished(described),
    lockedAmong: () => finished(new Set(['late'])),
  })
  const rowOf = async () => (await listed()).find((row) => row.id === id)
  for (const reply of [() => read(id), rowOf]) {
    const body = { items: [{ id, version }], status: 'ACTIVE' as const }
    await system.call(api.users.updateStatus, { body }, 'admin')
    expect(await reply()).toMatchObject({ is_locked: true, provider_action: { action: 'enable' } })
    expect(await reply()).toMatchObject({ is_locked: true, provider_action: null })
  }
})

test('a locked user is shown as locked, and enabling lifts the lock', async () => {
  await lock('glass')
  const id = await userIdOf(system, 'glass')
  const { version } = await read(id)
  const lockedNow = async () =>
    (await listed()).filter(({ is_locked }) => is_locked).map(({ email }) => email)
  expect(await lockedNow()).toEqual(['glass@backoffice.test'])
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', is_locked: true })

  const body = { items: [{ id, version }], status: 'ACTIVE' as const }
  const { items } = await system.call(api.users.updateStatus, { body }, 'admin')
  expect(items).toMatchObject([
    {
      outcome: 'done',
      row: { status: 'ACTIVE', is_locked: false, version, provider_action: { action: 'enable' } },
    },
  ])
  expect(await trail(id)).toMatchObject([{ action: 'user.unlock', changes: { is_locked: [true, false] } }])
  const { identity_sub } = await system.db
    .selectFrom('users')
    .select('identity_sub')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await (await inner.administration()).enable(String(identity_sub))
  expect(await lockedNow()).toEqual([])
  const again = await system.call(api.users.updateStatus, { body }, 'admin')
  expect(again.items).toMatchObject([{ outcome: 'unchanged' }])
})

test('enabling a disabled and locked user lifts both', async () => {
  await lock('auditor')
  const id = await userIdOf(system, 'auditor')
  const setStatus = async (status: 'ACTIVE' | 'DISABLED', version: number) => {
    const body = { items: [{ id, version }], status, reason: 'Test' }
    return (await system.call(api.users.updateStatus, { body }, 'admin')).items[0]?.row
  }
  const disabled = await setStatus('DISABLED', (await read(id)).version)
  expect(disabled).toMatchObject({ status: 'DISABLED', is_locked: true })
  const enabled = await setStatus('ACTIVE', disabled?.version ?? 0)
  expect([enabled?.status, enabled?.is_locked]).toEqual([expect.stringMatching(/ACTIVE|PENDING/), false])
})

test.each([
  ['hangs', () => ({ lockedAmong: never, describe: never })],
  ['fails', () => ({ lockedAmong: fails, describe: fails })],
])('while the provider %s, users are listed, shown and changed without its facts', async (_, faulty) => {
  const id = await insertUser(system, agentRole)
  administration = async () => ({ ...(await inner.administration()), ...faulty() })
  const row = (await listed()).find((each) => each.id === id)
  expect(row).toMatchObject({ id, is_locked: null })
  expect(await read(id)).toMatchObject({ is_locked: null, mfa_enabled: null, must_change_password: null })
  const body = { items: [{ id, version: 1 }], status: 'DISABLED' as const, reason: 'Test' }
  const { items } = await system.call(api.users.updateStatus, { body }, 'admin')
  expect(items).toMatchObject([{ outcome: 'done', row: { status: 'DISABLED', is_locked: null } }])
})

test('while the provider fails, the dashboard shows its other figures', async () => {
  administration = async () => ({
    ...(await inner.administration()),
    ...{ lockedAmong: fails, failedSignIns: fails },
  })
  const { locked_users, pending_users } = await system.call(api.dashboard.access, { query: {} }, 'admin')
  expect([locked_users, typeof pending_users]).toEqual([null, 'number'])
})

test('users are listed while the provider is unreachable', async () => {
  administration = fails
  expect((await listed()).length).toBeGreaterThan(1)
})

test('refused actions are retried on request', async () => {
  const id = await insertUser(system, agentRole)
  await system.call(api.users.resetPassword, { body: { id, mode: 'reset' } }, 'admin')
  await system.pool.query(
    "UPDATE provider_actions SET state = 'failed', attempts = 35, detail = 'It refuses a value.' WHERE user_id = $1",
    [id],
  )
  expect((await read(id)).provider_action).toMatchObject({ state: 'failed', detail: 'It refuses a value.' })
  const body = { id }
  const retried = await system.call(api.users.retryProvider, { body }, 'admin')
  expect(retried.provider_action).toMatchObject({ action: 'reset', state: 'waiting', attempts: 1 })
  await system.pool.query('DELETE FROM provider_actions WHERE user_id = $1', [id])
  const nothing = await system.call(api.users.retryProvider, { body }, 'admin')
  expect(nothing.provider_action).toBeNull()
  const retries = (await trail(id)).filter(({ action }) => action === 'user.retry')
  expect(retries).toHaveLength(1)
})

test('a refused removal is retried when its email is needed', async () => {
  const profile = { given_name: 'Ana', family_name: 'Cruz', role_id: agentRole }
  const body = { email: `${crypto.randomUUID()}@northline.example`, ...profile }
  const first = await system.call(api.users.create, { body }, 'admin')
  await system.call(api.users.remove, { params: { id: first.id }, version: 1 }, 'admin')
  const removal = async () => {
    const { rows } = await system.pool.query(
      "SELECT state FROM provider_actions WHERE user_id = $1 AND action = 'delete'",
      [first.id],
    )
    return rows
  }
  await system.pool.query("UPDATE provider_actions SET state = 'failed', attempts = 35 WHERE user_id = $1", [
    first.id,
  ])
  const problem = await system.expectProblem(api.users.create, { body }, 'admin')
  expect(problem).toMatchObject({ status: 409, code: 'provider_pending' })
  expect(await removal()).toEqual([{ state: 'waiting' }])
  expect((await trail(first.id)).at(-1)).toMatchObject({ action: 'user.retry', outcome: 'done' })
  await system.expectProblem(api.users.create, { body }, 'admin')
  expect((await trail(first.id)).filter(({ action }) => action === 'user.retry')).toHaveLength(1)
})

test('reports that a pool without a list of sessions has none available', async () => {
  const id = await userIdOf(system, 'agent')
  const result = await system.call(api.users.sessions, { params: { id } }, 'admin')
  expect(result).toEqual({ is_available: false, items: [] })
})
