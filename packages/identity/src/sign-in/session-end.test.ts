import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SessionEndNotice } from '../options.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from '../testing/provider.ts'
import { signInByPassword, tokensOf } from '../testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
const notices: SessionEndNotice[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool, {
    onSessionsEnded: async (notice) => void notices.push(notice),
  })
})
beforeEach(() => void notices.splice(0))
afterAll(() => database.drop())

const CALLER = { ip: '192.0.2.1', userAgent: null }
const CHOSEN = 'Another-Day#2027'
type User = { email: string; username: string }
const subject = ({ username: Username }: User) => ({ UserPoolId: USER_POOL_ID, Username })

async function reset({ email: Username }: User, ConfirmationCode?: string) {
  await identity.call('ForgotPassword', { Username })
  await identity.provider.close()
  const sent = identity.outbox.findLast((message) => message.to === Username)
  const code = ConfirmationCode ?? (sent?.kind === 'reset-code' ? sent.code : '')
  return identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: code, Password: CHOSEN })
}

const ends: [string, (user: User, accessToken: string) => Promise<unknown>][] = [
  ['a reset by mail', (user) => reset(user)],
  [
    "an administrator's reset",
    (user) => identity.sdk.send(new cognito.AdminResetUserPasswordCommand(subject(user))),
  ],
  [
    "an administrator's password",
    (user) =>
      identity.sdk.send(new cognito.AdminSetUserPasswordCommand({ ...subject(user), Password: CHOSEN })),
  ],
  ['disabling', (user) => identity.sdk.send(new cognito.AdminDisableUserCommand(subject(user)))],
  [
    'signing out by an administrator',
    (user) => identity.sdk.send(new cognito.AdminUserGlobalSignOutCommand(subject(user))),
  ],
  ['deleting', (user) => identity.sdk.send(new cognito.AdminDeleteUserCommand(subject(user)))],
  ['signing out everywhere', (_user, AccessToken) => identity.call('GlobalSignOut', { AccessToken })],
]

test.each(ends)('%s is reported with the ids of sessions that began in the same second', async (_, end) => {
  // Starts at a whole second, so that the next sign-ins are within known seconds.
  identity.advance(1_000 - (identity.now() % 1_000))
  const user = await identity.aUser()
  await signInByPassword(identity, user.email)
  identity.advance(2_000)
  const { IdToken, AccessToken } = tokensOf(await signInByPassword(identity, user.email))
  const { origin_jti: recent } = await identity.provider.verifyIdToken(IdToken)
  identity.advance(500)
  const at = new Date(identity.now())
  await end(user, AccessToken)
  const before = new Date(at.getTime() - 500)
  expect(notices).toEqual([
    { sub: user.username, at, before, sessionIds: [recent], caller: expect.anything() },
  ])
})

test('a password change is reported for all sessions except that of the caller', async () => {
  identity.advance(1_000 - (identity.now() % 1_000))
  const user = await identity.aUser()
  await signInByPassword(identity, user.email)
  identity.advance(2_500)
  const { AccessToken } = tokensOf(await signInByPassword(identity, user.email))
  const before = new Date(identity.now() - 500)
  identity.advance(2_000)
  const { IdToken } = tokensOf(await signInByPassword(identity, user.email))
  const { origin_jti: later } = await identity.provider.verifyIdToken(IdToken)
  await identity.call('ChangePassword', { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: CHOSEN })
  expect(notices).toEqual([
    { sub: user.username, at: new Date(identity.now()), before, sessionIds: [later], caller: CALLER },
  ])
})

test('a revoked refresh token is reported for its session only, an unknown token not at all', async () => {
  const user = await identity.aUser()
  const { IdToken, RefreshToken = '' } = tokensOf(await signInByPassword(identity, user.email))
  const { origin_jti: session } = await identity.provider.verifyIdToken(IdToken)
  await identity.call('RevokeToken', { Token: 'a'.repeat(64) })
  await identity.call('RevokeToken', { Token: RefreshToken })
  const at = new Date(identity.now())
  expect(notices).toEqual([{ sub: user.username, at, before: null, sessionIds: [session], caller: CALLER }])
})

test('a rejected reset and a rejected change end no session', async () => {
  const user = await identity.aUser()
  const { AccessToken } = tokensOf(await signInByPassword(identity, user.email))
  expect((await reset(user, 'nonsense')).status).toBe(400)
  const wrong = { AccessToken, PreviousPassword: `${PASSWORD}!`, ProposedPassword: CHOSEN }
  expect((await identity.call('ChangePassword', wrong)).status).toBe(400)
  expect(notices).toEqual([])
})

test('a failed report does not undo the password change and reaches onError', async () => {
  const fault = new Error('out of order')
  const failing = createTestProvider(database.pool, { onSessionsEnded: () => Promise.reject(fault) })
  const user = await failing.aUser()
  await failing.sdk.send(
    new cognito.AdminSetUserPasswordCommand({ ...subject(user), Password: CHOSEN, Permanent: true }),
  )
  expect(tokensOf(await signInByPassword(failing, user.email, CHOSEN)).IdToken).not.toBe('')
  expect(failing.errors).toEqual([fault])
})
