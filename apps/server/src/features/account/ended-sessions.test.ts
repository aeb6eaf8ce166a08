import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createEmbeddedProvider,
  createTokenVerifier,
  EMBEDDED_POOL,
} from '../../adapters/identity/embedded.ts'
import { createDatabase, createPool } from '../../db/client.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { TEST_KEY } from '../../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createAuthentication } from '../access/authenticate.ts'
import { removeOldFiles } from '../retention/remove-old-files.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
beforeEach(() => {
  system.clock.offsetMs = 0
})
afterAll(() => system.stop())

type Tokens = { IdToken: string; RefreshToken: string }

async function callProvider(operation: string, input: object) {
  const { body } = await system.identity.handle({
    target: `AWSCognitoIdentityProviderService.${operation}`,
    body: JSON.stringify({ ClientId: EMBEDDED_POOL.userPoolClientId, ...input }),
    ip: '127.0.0.1',
  })
  return JSON.parse(body) as { AuthenticationResult: Tokens; message?: string }
}

async function signIn(mailbox: string): Promise<Tokens> {
  const AuthParameters = { USERNAME: `${mailbox}@backoffice.test`, PASSWORD: 'Backoffice#2026' }
  return (await callProvider('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }))
    .AuthenticationResult
}

async function send(endpoint: Endpoint, { IdToken }: Tokens, input = {}) {
  const reply = await system.app.inject(requestOf(endpoint, input, { authorization: `Bearer ${IdToken}` }))
  return { status: reply.statusCode, body: reply.json() }
}

const call = async (tokens: Tokens) => {
  const { status, body } = await send(api.access.getAccessPolicy, tokens)
  return status === 200 ? 'accepted' : `${status} ${body.code}: ${body.detail}`
}
const REVOKED = '401 session_revoked: Access Token has been revoked'

async function idOf(tokens: Tokens): Promise<string> {
  const { body } = await send(api.account.listSessions, tokens)
  return body.resource.items.find((item: { is_current: boolean }) => item.is_current).id
}

const revoke = async (tokens: Tokens, other: Tokens) =>
  send(api.account.endSession, tokens, { body: { id: await idOf(other) } })

/** Authenticates as another process does, with its own cache. */
function anotherProcess(db = system.db) {
  const { pool, clock } = system
  const { authenticate } = createAuthentication(
    db,
    createTokenVerifier(createEmbeddedProvider({ pool, key: TEST_KEY, clock, onError: () => {} })),
    async () => {},
  )
  return ({ IdToken }: Tokens) => authenticate(`Bearer ${IdToken}`)
}

test('every process refuses the next call of an ended session; other sessions stay valid', async () => {
  const [here, there] = [await signIn('agent'), await signIn('agent')]
  const elsewhere = anotherProcess()
  await elsewhere(there)
  expect(await call(there)).toBe('accepted')
  expect((await revoke(here, there)).status).toBe(200)
  expect(await call(there)).toBe(REVOKED)
  await expect(elsewhere(there)).rejects.toMatchObject({ code: 'session_revoked' })
  expect(await call(here)).toBe('accepted')
  await elsewhere(here)
})

test('a session can end itself', async () => {
  const tokens = await signIn('agent')
  expect((await revoke(tokens, tokens)).status).toBe(200)
  expect(await call(tokens)).toBe(REVOKED)
})

test('signing out ends only the current session', async () => {
  const [here, there] = [await signIn('agent'), await signIn('agent')]
  expect((await send(api.account.endCurrentSession, here)).body).toEqual({ resource: { ended: true } })
  expect(await call(here)).toBe(REVOKED)
  expect((await callProvider('GetTokensFromRefreshToken', here)).message).toBe(
    'Refresh Token has been revoked',
  )
  expect(await call(there)).toBe('accepted')
  expect((await callProvider('GetTokensFromRefreshToken', there)).AuthenticationResult).toBeDefined()
})

test('ending all sessions revokes refreshed tokens too; a sign-in right afterwards is valid', async () => {
  // The start of a second, because tokens have no finer time.
  system.clock.offsetMs = 1_000 - (Date.now() % 1_000)
  const [here, there] = [await signIn('supervisor'), await signIn('supervisor')]
  const other = await signIn('viewer')
  const { AuthenticationResult: renewed } = await callProvider('GetTokensFromRefreshToken', there)
  expect(await call(renewed)).toBe('accepted')
  expect(await send(api.account.endAllSessions, here)).toEqual({
    status: 200,
    body: { resource: { ended: true } },
  })
  const { message } = await callProvider('GetTokensFromRefreshToken', there)
  expect(message).toBe('Refresh Token has been revoked')
  const after = await signIn('supervisor')
  for (const tokens of [here, there, renewed]) expect(await call(tokens)).toBe(REVOKED)
  for (const tokens of [after, other]) expect(await call(tokens)).toBe('accepted')
  const { AuthenticationResult: later } = await callProvider('GetTokensFromRefreshToken', after)
  expect(await call(later)).toBe('accepted')
  const { rows } = await system.pool.query(
    `SELECT actor_name, outcome, resource_id = actor_id::text AS own FROM audit_events WHERE action = 'session.end-all'`,
  )
  expect(rows).toEqual([{ actor_name: 'Ramon Aquino', outcome: 'done', own: true }])
})

test('after a password change the other sessions end; the current one stays valid, also refreshed', async () => {
  // The start of a second, so that two sign-ins fit into it.
  system.clock.offsetMs = 2_000 - (Date.now() % 1_000)
  const earlier = await signIn('agent')
  system.clock.offsetMs += 1_000
  const [sameSecond, here] = [await signIn('agent'), await signIn('agent')]
  system.clock.offsetMs += 3_000
  const [later, another] = [await signIn('agent'), await signIn('viewer')]
  const { AuthenticationResult: renewed } = await callProvider('GetTokensFromRefreshToken', earlier)
  expect(await send(api.account.endOtherSessions, here)).toEqual({
    status: 200,
    body: { resource: { ended: true } },
  })
  for (const tokens of [earlier, sameSecond, later, renewed]) expect(await call(tokens)).toBe(REVOKED)
  const refreshed = await Promise.all(
    [earlier, later].map((tokens) => callProvider('GetTokensFromRefreshToken', tokens)),
  )
  expect(refreshed.map(({ message }) => message)).toEqual(Array(2).fill('Refresh Token has been revoked'))
  for (const tokens of [here, another]) expect(await call(tokens)).toBe('accepted')
  const { AuthenticationResult: next } = await callProvider('GetTokensFromRefreshToken', here)
  expect(await call(next)).toBe('accepted')
  // A repeated call ends nothing and leaves no audit event or new access version.
  const marks = () =>
    system.pool.query('SELECT (SELECT count(*) FROM audit_events) AS trail, version FROM access_version')
  const { rows: before } = await marks()
  expect((await send(api.account.endOtherSessions, here)).status).toBe(200)
  expect((await marks()).rows).toEqual(before)
  expect(await call(await signIn('agent'))).toBe('accepted')
})

test('a session of the old password ends even if it began in the same second as the sign-in with the new one', async () => {
  system.clock.offsetMs = 2_000 - (Date.now() % 1_000)
  const copied = await signIn('viewer')
  // As a password change does at the provider.
  await system.pool.query(
    `UPDATE identity.users SET generation = generation + 1 WHERE email = 'viewer@backoffice.test'`,
  )
  const here = await signIn('viewer')
  await send(api.account.endOtherSessions, here)
  expect([await call(copied), await call(here)]).toEqual([REVOKED, 'accepted'])
})

test('a password reset revokes copied tokens; a later sign-in in the same second is valid', async () => {
  system.clock.offsetMs = 2_000 - (Date.now() % 1_000)
  const earlier = await signIn('admin')
  system.clock.offsetMs += 1_000
  const sameSecond = await signIn('admin')
  const { pool, clock } = system
  const sent: string[] = []
  const outbox = { add: ({ text }: { text: string }) => void sent.push(text) }
  const mailing = createEmbeddedProvider({ pool, key: TEST_KEY, clock, outbox, onError: () => {} })
  const target = 'AWSCognitoIdentityProviderService.ForgotPassword'
  const person = { ClientId: EMBEDDED_POOL.userPoolClientId, Username: 'admin@backoffice.test' }
  await mailing.handle({ target, body: JSON.stringify(person), ip: '127.0.0.1' })
  await mailing.close()
  const ConfirmationCode = sent[0]?.split(' ').at(-1)
  await callProvider('ConfirmForgotPassword', { ...person, ConfirmationCode, Password: 'Backoffice#2026' })
  const after = await signIn('admin')
  expect(await Promise.all([earlier, sameSecond, after].map(call))).toEqual([REVOKED, REVOKED, 'accepted'])
})

test('a disabled user gets user_disabled, whatever the state of the session', async () => {
  const tokens = await signIn('lookup')
  await send(api.account.endAllSessions, tokens)
  const set = (status: string) =>
    system.pool.query(`UPDATE users SET status = $1 WHERE email = 'lookup@backoffice.test'`, [status])
  await set('DISABLED')
  expect(await call(tokens)).toBe('401 user_disabled: User is disabled.')
  await set('ACTIVE')
})

test('a call without access changes reads only the access version', async () => {
  const pool = createPool(system.url, { max: 1 })
  const statements: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    // Forwards every overload unchanged.
    client.query = ((...input: [string]) => {
      statements.push(input[0])
      return query(...input)
    }) as typeof client.query
  })
  const db = createDatabase(pool)
  const [here, there] = [await signIn('glass'), await signIn('glass')]
  await revoke(here, there)
  const process = anotherProcess(db)
  await process(here)
  const first = statements.splice(0)
  await process(here)
  await expect(process(there)).rejects.toMatchObject({ code: 'session_revoked' })
  expect(statements).toEqual(Array(2).fill(expect.stringContaining('from "access_version"')))
  expect(first).toHaveLength(2)
  await db.destroy()
})

test('an ended session is deleted only after its last token has expired; earlier sign-ins stay revoked', async () => {
  const tokens = await signIn('auditor')
  await send(api.account.endAllSessions, tokens)
  const cleanUp = async (hours: number) => {
    system.clock.offsetMs = hours * 3_600_000
    await removeOldFiles(system.workerDeps)
    system.clock.offsetMs = 0
    const { rows } = await system.pool.query(
      `SELECT count(*)::int AS n FROM ended_sessions JOIN users ON id = user_id WHERE email = 'auditor@backoffice.test'`,
    )
    return rows[0].n
  }
  expect(await cleanUp(31 * 24 - 0.1)).toBe(1)
  expect(await cleanUp(31 * 24 + 0.1)).toBe(0)
  expect(await call(tokens)).toBe(REVOKED)
})

test('the owner of the tables can sign out all users on their next call', async () => {
  const tokens = [await signIn('access'), await signIn('auditor')]
  expect(await Promise.all(tokens.map(call))).toEqual(['accepted', 'accepted'])
  await system.pool.query(
    `UPDATE users SET signed_in_after = date_trunc('second', now()) + interval '1 second'`,
  )
  expect(await Promise.all(tokens.map(call))).toEqual([REVOKED, REVOKED])
})
