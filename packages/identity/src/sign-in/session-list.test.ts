import { randomUUID } from 'node:crypto'
import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from '../testing/provider.ts'
import { tokensOf } from '../testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())

const IP = '192.0.2.20'

async function signIn(email: string, userAgent?: string, ip = IP) {
  const AuthParameters = { USERNAME: email, PASSWORD }
  const reply = await identity.call(
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters },
    ip,
    userAgent,
  )
  const tokens = tokensOf(reply)
  const { origin_jti: id } = await identity.provider.verifyIdToken(tokens.IdToken)
  return { ...tokens, id: String(id) }
}

async function refresh({ RefreshToken }: { RefreshToken: string }, ip = IP, userAgent?: string) {
  const { body } = await identity.call('GetTokensFromRefreshToken', { RefreshToken }, ip, userAgent)
  return body.AuthenticationResult ? 'refreshed' : body.message
}

const idsOf = async (sub: string) => (await identity.provider.listSessions(sub)).map(({ id }) => id)

test('lists each session by the id in its tokens, with times, address and user agent, last used first', async () => {
  const user = await identity.aUser()
  const at = new Date(identity.now())
  const desk = await signIn(user.email, 'Desk/1.0')
  identity.advance(1000)
  const phone = await signIn(user.email, undefined, '2001:db8::1')
  const later = new Date(identity.now())
  expect(await identity.provider.listSessions(user.username)).toEqual([
    { id: phone.id, createdAt: later, lastUsedAt: later, ip: '2001:db8::1' },
    { id: desk.id, createdAt: at, lastUsedAt: at, userAgent: 'Desk/1.0', ip: IP },
  ])
  identity.advance(1000)
  expect(await refresh(desk, '192.0.2.21', 'Desk/2.0')).toBe('refreshed')
  expect((await identity.provider.listSessions(user.username))[0]).toEqual({
    id: desk.id,
    createdAt: at,
    lastUsedAt: new Date(identity.now()),
    userAgent: 'Desk/2.0',
    ip: '192.0.2.21',
  })
})

test('a session can be ended, and only by its owner', async () => {
  const [user, other] = [await identity.aUser(), await identity.aUser()]
  const [here, there] = [await signIn(user.email), await signIn(user.email)]
  expect(await identity.provider.revokeSession(other.username, there.id)).toBe(false)
  expect(await refresh(there)).toBe('refreshed')
  expect(await identity.provider.revokeSession(user.username, there.id)).toBe(true)
  expect(await refresh(there)).toBe('Refresh Token has been revoked')
  expect((await identity.call('GetUser', { AccessToken: there.AccessToken })).body.message).toBe(
    'Access Token has been revoked',
  )
  expect(await refresh(here)).toBe('refreshed')
  expect(await idsOf(user.username)).toEqual([here.id])
})

const ends: [string, (user: { username: string }, session: { RefreshToken: string }) => Promise<unknown>][] =
  [
    ['signing out', (_, session) => identity.call('RevokeToken', { Token: session.RefreshToken })],
    [
      'an administrator signing out',
      ({ username: Username }) =>
        identity.sdk.send(new cognito.AdminUserGlobalSignOutCommand({ UserPoolId: USER_POOL_ID, Username })),
    ],
    [
      'disabling',
      ({ username: Username }) =>
        identity.sdk.send(new cognito.AdminDisableUserCommand({ UserPoolId: USER_POOL_ID, Username })),
    ],
    ['ending all', ({ username }) => identity.provider.revokeAllSessions(username)],
    ['thirty days', async () => identity.advance(30 * 24 * 3600_000)],
  ]

test.each(ends)('%s removes the session from the list', async (_, end) => {
  const user = await identity.aUser()
  const session = await signIn(user.email)
  expect(await idsOf(user.username)).toEqual([session.id])
  await end(user, session)
  expect(await idsOf(user.username)).toEqual([])
})

test.each([
  ['an unknown user', randomUUID(), randomUUID()],
  ['an invalid id', 'x', "' or true --"],
])('%s has no sessions and none to end', async (_, sub, id) => {
  expect(await identity.provider.listSessions(sub)).toEqual([])
  expect(await identity.provider.revokeSession(sub, id)).toBe(false)
  await identity.provider.revokeAllSessions(sub)
})

test('stores a printable user agent and address', async () => {
  const user = await identity.aUser()
  await signIn(user.email, `\u0000\u202e\nDesk\ud800${'x'.repeat(5000)}`, 'not an\u0000 address')
  expect(identity.errors).toEqual([])
  const [session] = await identity.provider.listSessions(user.username)
  expect(session?.userAgent).toMatch(/^Desk\ufffdx{251}$/)
  expect(session?.ip).toBe('not an address')
})
