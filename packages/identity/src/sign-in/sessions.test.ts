import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from '../testing/provider.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())

const CHOSEN = 'Another-Day#2027'
type SignedInUser = { username: string; email: string; refresh: string; access: string; id: string }

async function signedIn(at = identity): Promise<SignedInUser> {
  const user = await at.aUser()
  return { ...user, ...(await signIn(user.email, at)) }
}

async function signIn(
  email: string,
  at = identity,
): Promise<{ refresh: string; access: string; id: string }> {
  const { body } = await at.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  })
  const tokens = body.AuthenticationResult as Record<string, string>
  return { refresh: tokens.RefreshToken ?? '', access: tokens.AccessToken ?? '', id: tokens.IdToken ?? '' }
}

async function refresh(token: string, at = identity): Promise<unknown> {
  const { body } = await at.call('GetTokensFromRefreshToken', { RefreshToken: token })
  return body.AuthenticationResult ? 'refreshed' : body.message
}

const subject = (user: SignedInUser) => ({ UserPoolId: USER_POOL_ID, Username: user.username })
const REVOKED = 'Refresh Token has been revoked'

const ends: [string, (user: SignedInUser) => Promise<unknown>, string][] = [
  ['signing out everywhere', (user) => identity.call('GlobalSignOut', { AccessToken: user.access }), REVOKED],
  [
    'an administrator signing out',
    (user) => identity.sdk.send(new cognito.AdminUserGlobalSignOutCommand(subject(user))),
    REVOKED,
  ],
  [
    'an administrator resetting',
    (user) => identity.sdk.send(new cognito.AdminResetUserPasswordCommand(subject(user))),
    REVOKED,
  ],
  [
    'an administrator setting a password',
    (user) =>
      identity.sdk.send(new cognito.AdminSetUserPasswordCommand({ ...subject(user), Password: CHOSEN })),
    REVOKED,
  ],
  [
    'disabling',
    (user) => identity.sdk.send(new cognito.AdminDisableUserCommand(subject(user))),
    'User is disabled.',
  ],
  [
    'deleting',
    (user) => identity.sdk.send(new cognito.AdminDeleteUserCommand(subject(user))),
    'Invalid Refresh Token',
  ],
]

const change = (user: SignedInUser) =>
  identity.call('ChangePassword', {
    AccessToken: user.access,
    PreviousPassword: PASSWORD,
    ProposedPassword: CHOSEN,
  })

test.each(ends)('%s ends every session of the user and of no other user', async (_, end, message) => {
  const [user, other] = [await signedIn(), await signedIn()]
  const elsewhere = await signIn(user.email)
  await end(user)
  expect(await refresh(user.refresh)).toBe(message)
  expect(await refresh(elsewhere.refresh)).toBe(message)
  expect((await identity.call('GetUser', { AccessToken: user.access })).status).toBe(400)
  expect(await refresh(other.refresh)).toBe('refreshed')
})

test('changing the password ends every session of the user except that of the caller', async () => {
  const user = await signedIn()
  const elsewhere = await signIn(user.email)
  expect((await change(user)).status).toBe(200)
  expect(await refresh(elsewhere.refresh)).toBe(REVOKED)
  expect((await identity.call('GetUser', { AccessToken: elsewhere.access })).status).toBe(400)
  expect((await identity.call('GetUser', { AccessToken: user.access })).status).toBe(200)
  expect(await refresh(user.refresh)).toBe('refreshed')
  await identity.call('GlobalSignOut', { AccessToken: user.access })
  expect(await refresh(user.refresh)).toBe(REVOKED)
})

test('a session that was revoked during a change of the password stays revoked', async () => {
  const user = await signedIn()
  await identity.call('RevokeToken', { Token: user.refresh })
  expect((await change(user)).status).toBe(400)
  expect(await refresh(user.refresh)).toBe(REVOKED)
})

test('enabling a user does not restore old sessions', async () => {
  const user = await signedIn()
  await identity.sdk.send(new cognito.AdminDisableUserCommand(subject(user)))
  await identity.sdk.send(new cognito.AdminEnableUserCommand(subject(user)))
  expect(await refresh(user.refresh)).toBe(REVOKED)
})

test('revoking ends one session only', async () => {
  const user = await signedIn()
  const elsewhere = await signIn(user.email)
  await identity.call('RevokeToken', { Token: user.refresh })
  expect(await refresh(user.refresh)).toBe(REVOKED)
  expect((await identity.call('GetUser', { AccessToken: user.access })).body.message).toBe(
    'Access Token has been revoked',
  )
  expect(await refresh(elsewhere.refresh)).toBe('refreshed')
})

test('tokens are valid for an hour, refresh tokens for thirty days', async () => {
  const user = await signedIn()
  identity.advance(3600_000)
  expect((await identity.call('GetUser', { AccessToken: user.access })).body.message).toBe(
    'Access Token has expired',
  )
  await expect(identity.provider.verifyIdToken(user.id)).rejects.toThrow('Id Token has expired')
  identity.advance(29 * 24 * 3600_000)
  expect(await refresh(user.refresh)).toBe('refreshed')
  identity.advance(24 * 3600_000)
  expect(await refresh(user.refresh)).toBe('Refresh Token has expired')
})

test('an ID token is invalid as an access token, and the reverse', async () => {
  const user = await signedIn()
  expect(await identity.provider.verifyIdToken(user.id)).toMatchObject({
    sub: user.username,
    token_use: 'id',
  })
  await expect(identity.provider.verifyIdToken(user.access)).rejects.toThrow('Invalid Id Token')
  expect((await identity.call('GetUser', { AccessToken: user.id })).body.message).toBe('Invalid Access Token')
})

test('rejects a token of another client or issuer', async () => {
  for (const options of [{ clientId: 'anotherclient' }, { issuer: 'http://elsewhere.test' }]) {
    const other = createTestProvider(database.pool, options)
    const user = await signedIn()
    await expect(other.provider.verifyIdToken(user.id)).rejects.toThrow('Invalid Id Token')
  }
})

test('several processes share users, sessions and the signing key', async () => {
  const other = createTestProvider(database.pool)
  const user = await signedIn()
  expect(await refresh(user.refresh, other)).toBe('refreshed')
  expect(await other.provider.verifyIdToken(user.id)).toMatchObject({ sub: user.username })
  expect(await other.provider.jwks()).toEqual(await identity.provider.jwks())
})

test('a user has at most fifty sessions', async () => {
  const user = await signedIn()
  for (let i = 0; i < 50; i++) {
    identity.advance(1)
    await signIn(user.email)
  }
  expect(await refresh(user.refresh)).toBe('Invalid Refresh Token')
  const { rows } = await database.pool.query(
    'select count(*)::int as n from identity.sessions where user_sub = $1',
    [user.username],
  )
  expect(rows).toEqual([{ n: 50 }])
})

test('ended sessions never displace a live one, and their number is limited', async () => {
  const user = await signedIn()
  for (let i = 0; i < 60; i++) {
    identity.advance(1)
    await identity.call('RevokeToken', { Token: (await signIn(user.email)).refresh })
  }
  identity.advance(1)
  await signIn(user.email)
  expect(await refresh(user.refresh)).toBe('refreshed')
  const { rows } = await database.pool.query(
    'select count(*)::int as n from identity.sessions where user_sub = $1',
    [user.username],
  )
  expect(rows).toEqual([{ n: 52 }])
})
