import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SecurityEvent } from './events.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from './testing/provider.ts'
import {
  aUserWithAuthenticator,
  aUserWithSms,
  nextCode,
  STEP_MS,
  signInByPassword,
  tokensOf,
} from './testing/second-factor.ts'

const CHOSEN = 'Another-Day#2027'
const CALLER = { ip: '192.0.2.1', userAgent: null }

let database: TestDatabase
let identity: TestProvider
let events: SecurityEvent[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool, { onSecurityEvent: async (event) => void events.push(event) })
})
beforeEach(async () => {
  await identity.provider.close()
  events = []
})
afterAll(() => database.drop())

/** Kinds and reasons of the events so far, which are reported after the responses. */
async function reported(): Promise<string[]> {
  await identity.provider.close()
  return events.map(({ kind, reason }) => (reason === null ? kind : `${kind}: ${reason}`))
}

test('a sign-in is reported once, with its session and caller', async () => {
  const { email, username } = await identity.aUser()
  const { IdToken } = tokensOf(await signInByPassword(identity, email))
  const { origin_jti } = await identity.provider.verifyIdToken(IdToken)
  expect(await reported()).toEqual(['sign-in-succeeded'])
  const at = new Date(identity.now())
  expect(events).toEqual([
    { kind: 'sign-in-succeeded', at, sub: username, caller: CALLER, reason: null, sessionId: origin_jti },
  ])
})

test('failures lock, and are reported without what was typed', async () => {
  const { email, username } = await identity.aUser()
  for (let time = 0; time < 6; time++) await signInByPassword(identity, email, 'Wrong#Password1')
  expect(await reported()).toEqual([
    ...Array.from({ length: 5 }, () => 'sign-in-failed: wrong_password'),
    'sign-in-locked: locked',
  ])
  expect(events.map(({ sub }) => sub)).toEqual(Array(6).fill(username))
  expect(JSON.stringify(events)).not.toContain('Wrong#')
})

test('attempts for an unknown name have no subject', async () => {
  const typed = `Wrong.${crypto.randomUUID()}@example.test`
  await signInByPassword(identity, typed)
  await identity.call('ForgotPassword', { Username: typed })
  const confirm = { Username: typed, ConfirmationCode: '123456', Password: PASSWORD }
  await identity.call('ConfirmForgotPassword', confirm)
  expect(await reported()).toEqual([
    'sign-in-failed: wrong_password',
    'reset-requested',
    'reset-failed: wrong_code',
  ])
  expect(events.map(({ sub }) => sub)).toEqual([null, null, null])
  expect(JSON.stringify(events).toLowerCase()).not.toContain(typed.slice(6, 20))
})

test('a second factor is reported as a challenge, then the sign-in', async () => {
  const { email, secret } = await aUserWithAuthenticator(identity)
  expect(await reported()).toEqual(['sign-in-succeeded', 'authenticator-set-up', 'second-factor-changed'])
  events = []
  identity.advance(STEP_MS)
  const { body } = await signInByPassword(identity, email)
  const answer = (code: string) =>
    identity.call('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: body.Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
    })
  await answer('000000')
  await answer(nextCode(identity, secret))
  expect(await reported()).toEqual([
    'sign-in-challenged: SOFTWARE_TOKEN_MFA',
    'sign-in-failed: wrong_code',
    'sign-in-succeeded',
  ])
})

test('a temporary password is reported as a challenge, its replacement, and the sign-in', async () => {
  const { email } = await identity.aUser({ temporary: true })
  const { body } = await signInByPassword(identity, email)
  await identity.call('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: body.Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: CHOSEN },
  })
  expect(await reported()).toEqual([
    'sign-in-challenged: NEW_PASSWORD_REQUIRED',
    'temporary-password-replaced',
    'sign-in-succeeded',
  ])
})

test('a disabled user is reported after the right password only', async () => {
  const { email, username } = await identity.aUser()
  await database.admin.query('update identity.users set enabled = false where sub = $1', [username])
  await signInByPassword(identity, email, 'Wrong#Password1')
  await signInByPassword(identity, email)
  expect(await reported()).toEqual(['sign-in-failed: wrong_password', 'sign-in-failed: user_disabled'])
})

test('a right password is reported if no code can be sent', async () => {
  const user = await aUserWithSms(identity)
  for (let time = 0; time < 11; time++) await signInByPassword(identity, user.email)
  await database.admin.query(
    `update identity.users set attributes = attributes || '{"phone_number_verified": "false"}' where sub = $1`,
    [user.username],
  )
  await signInByPassword(identity, user.email)
  expect(await reported()).toEqual([
    ...Array.from({ length: 10 }, () => 'sign-in-challenged: SMS_MFA'),
    'sign-in-failed: too_many_codes',
    'sign-in-failed: second_factor_unusable',
  ])
})

test('a right password is reported if the delivery of its code fails', async () => {
  const failing = createTestProvider(database.pool, {
    onSecurityEvent: async (event) => void events.push(event),
    deliver: () => Promise.reject(new Error('out of order')),
  })
  const { email } = await aUserWithSms(failing)
  await signInByPassword(failing, email)
  await failing.provider.close()
  expect(await reported()).toEqual(['sign-in-failed: code_not_sent'])
})

test('a reset and a change are reported; a wrong code and a wrong old password as failures', async () => {
  const { email } = await identity.aUser()
  await identity.call('ForgotPassword', { Username: email })
  await identity.provider.close()
  const sent = identity.outbox.findLast(({ to }) => to === email)
  const code = sent?.kind === 'reset-code' ? sent.code : ''
  const confirm = (ConfirmationCode: string) =>
    identity.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: CHOSEN })
  await confirm('wrong')
  await confirm(code)
  const { AccessToken } = tokensOf(await signInByPassword(identity, email, CHOSEN))
  const change = (PreviousPassword: string) =>
    identity.call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: PASSWORD })
  await change('Wrong#Password1')
  await change(CHOSEN)
  expect(await reported()).toEqual([
    'reset-requested',
    'reset-failed: wrong_code',
    'reset-completed',
    'sign-in-succeeded',
    'password-change-failed: wrong_password',
    'password-changed',
  ])
  for (const secret of [code, CHOSEN, PASSWORD, AccessToken])
    expect(JSON.stringify(events)).not.toContain(secret)
})

test('administration is not reported, and a failing log fails no sign-in', async () => {
  const { username: Username } = await identity.aUser()
  await identity.sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: USER_POOL_ID, Username }))
  expect(await reported()).toEqual([])
  const fault = new Error('out of order')
  const failing = createTestProvider(database.pool, { onSecurityEvent: () => Promise.reject(fault) })
  const user = await failing.aUser()
  expect(tokensOf(await signInByPassword(failing, user.email)).IdToken).not.toBe('')
  await failing.provider.close()
  expect(failing.errors).toEqual([fault])
})
