import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  createTestProvider,
  PASSWORD,
  type Reply,
  type TestProvider,
  USER_POOL_ID,
} from '../testing/provider.ts'
import * as mfa from '../testing/second-factor.ts'
import { signInBySrp } from '../testing/srp-client.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())

const MINUTE = 60_000
const WRONG = 'CodeMismatchException'
const LOCKED = 'Password attempts exceeded'

const respond = async (challenge: Reply, code: string, name?: string) =>
  mfa.outcomeOf(await mfa.respondToChallenge(identity, challenge, code, name))

function wrongFor(secret: string): string {
  const good = [-1, 0, 1, 2].map((step) => mfa.codeIn(identity, secret, step))
  return ['111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) ?? ''
}

test.each([
  ['SRP', async (email: string) => (await signInBySrp(identity, email, PASSWORD)).result],
  ['password', (email: string) => mfa.signInByPassword(identity, email)],
])('after a right password by %s a code is required, and no tokens are issued before', async (_, signIn) => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await signIn(user.email)
  expect(challenge.body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { USER_ID_FOR_SRP: user.username },
  })
  expect(challenge.body.AuthenticationResult).toBeUndefined()
  expect(await respond(challenge, mfa.nextCode(identity, user.secret))).toBe('signed in')
})

test('a wrong password does not reveal a second factor', async () => {
  const { email } = await mfa.aUserWithAuthenticator(identity)
  const { body } = await mfa.signInByPassword(identity, email, 'Wrong#Password1')
  expect(body.message).toBe('Incorrect username or password.')
})

test('a session stays valid after a wrong code and ends with a right one', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  expect(await respond(challenge, wrongFor(user.secret))).toBe(WRONG)
  expect(await respond(challenge, mfa.nextCode(identity, user.secret))).toBe('signed in')
  const again = await mfa.respondToChallenge(identity, challenge, mfa.nextCode(identity, user.secret))
  expect(again.body.message).toBe('Invalid session for the user, session is expired.')
})

test('a code is accepted once, across all sign-ins and concurrent requests', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const code = mfa.nextCode(identity, user.secret)
  const challenges = await Promise.all([1, 2, 3].map(() => mfa.signInByPassword(identity, user.email)))
  const outcomes = await Promise.all(challenges.map((challenge) => respond(challenge, code)))
  expect(outcomes.sort()).toEqual(['ExpiredCodeException', 'ExpiredCodeException', 'signed in'])
  expect(await respond(await mfa.signInByPassword(identity, user.email), code)).toBe('ExpiredCodeException')
})

test('a used code counts as a wrong one', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const used = mfa.codeIn(identity, user.secret, 0)
  for (let i = 0; i < 5; i++) expect(await respond(challenge, used)).toBe('ExpiredCodeException')
  const next = await mfa.signInByPassword(identity, user.email)
  const locked = await mfa.respondToChallenge(identity, next, mfa.codeIn(identity, user.secret, 1))
  expect(locked.body.message).toBe(LOCKED)
})

test('the code that confirmed the set-up does not sign in', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  expect(await respond(challenge, mfa.codeIn(identity, user.secret, 0))).toBe('ExpiredCodeException')
  expect(await respond(challenge, mfa.codeIn(identity, user.secret, 1))).toBe('signed in')
})

test('accepts clocks that differ by one step', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  identity.advance(10 * mfa.STEP_MS)
  const challenge = await mfa.signInByPassword(identity, user.email)
  expect(await respond(challenge, mfa.codeIn(identity, user.secret, -2))).toBe(WRONG)
  expect(await respond(challenge, mfa.codeIn(identity, user.secret, 2))).toBe(WRONG)
  expect(await respond(challenge, mfa.codeIn(identity, user.secret, -1))).toBe('signed in')
})

test('a challenge is valid for three minutes', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  identity.advance(3 * MINUTE - 1)
  expect(await respond(challenge, wrongFor(user.secret))).toBe(WRONG)
  identity.advance(1)
  const late = await mfa.respondToChallenge(identity, challenge, mfa.nextCode(identity, user.secret))
  expect(late.body.message).toBe('Invalid session for the user, session is expired.')
})

test('five wrong codes end the challenge and lock the account, also for a new challenge', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const wrong = wrongFor(user.secret)
  for (let i = 0; i < 5; i++) expect(await respond(challenge, wrong)).toBe(WRONG)
  const sixth = await mfa.respondToChallenge(identity, challenge, mfa.codeIn(identity, user.secret, 1))
  expect(sixth.body.message).toBe('Invalid session for the user, session is expired.')

  const next = await mfa.signInByPassword(identity, user.email)
  const locked = await mfa.respondToChallenge(identity, next, mfa.codeIn(identity, user.secret, 1))
  expect(locked.body.message).toBe(LOCKED)
  identity.advance(1000)
  expect(await respond(next, wrong)).toBe(WRONG)
  identity.advance(1999)
  expect((await mfa.respondToChallenge(identity, next, wrong)).body.message).toBe(LOCKED)
  identity.advance(1)
  expect(await respond(next, mfa.codeIn(identity, user.secret, 1))).toBe('signed in')
})

test('a right password does not clear wrong codes', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const wrong = wrongFor(user.secret)
  for (let i = 0; i < 5; i++) {
    expect(await respond(await mfa.signInByPassword(identity, user.email), wrong)).toBe(WRONG)
  }
  const challenge = await mfa.signInByPassword(identity, user.email)
  expect((await mfa.respondToChallenge(identity, challenge, wrong)).body.message).toBe(LOCKED)
})

test('concurrent codes all count', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const wrong = wrongFor(user.secret)
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => respond(challenge, wrong)))
  expect(outcomes.filter((outcome) => outcome === WRONG)).toHaveLength(5)
})

test('a new password during the sign-in does not replace the code', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const subject = { UserPoolId: USER_POOL_ID, Username: user.username }
  await identity.sdk.send(new cognito.AdminSetUserPasswordCommand({ ...subject, Password: 'Welcome#2026' }))
  const { body } = await mfa.signInByPassword(identity, user.email, 'Welcome#2026')
  const challenge = await identity.call('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: body.Session,
    ChallengeResponses: { USERNAME: 'x', NEW_PASSWORD: 'Another-Day#2027' },
  })
  expect(mfa.outcomeOf(challenge)).toBe('SOFTWARE_TOKEN_MFA')
  expect(await respond(challenge, mfa.nextCode(identity, user.secret))).toBe('signed in')
})

type Subject = { UserPoolId: string; Username: string }
test.each([
  [
    'disabled',
    (subject: Subject) => identity.sdk.send(new cognito.AdminDisableUserCommand(subject)),
    'User is disabled.',
  ],
  [
    'signed out',
    (subject: Subject) => identity.sdk.send(new cognito.AdminUserGlobalSignOutCommand(subject)),
    'Invalid session for the user, session is expired.',
  ],
])('a user who is %s between password and code cannot sign in', async (_, end, message) => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  await end({ UserPoolId: USER_POOL_ID, Username: user.username })
  const reply = await mfa.respondToChallenge(identity, challenge, mfa.nextCode(identity, user.secret))
  expect(reply.body.message).toBe(message)
})

test('a session of one step is invalid for another', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const { Session } = challenge.body
  const code = mfa.nextCode(identity, user.secret)
  expect(await respond(challenge, code, 'SMS_MFA')).toBe('NotAuthorizedException')
  const others = [
    identity.call('AssociateSoftwareToken', { Session }),
    identity.call('VerifySoftwareToken', { Session, UserCode: code }),
    identity.call('RespondToAuthChallenge', { ChallengeName: 'MFA_SETUP', Session }),
  ]
  for (const reply of await Promise.all(others)) expect(reply.body.__type).toBe('NotAuthorizedException')
})

test('a pool without second factors requires none', async () => {
  const off = createTestProvider(database.pool, { mfa: 'off', clock: identity.now })
  const user = await mfa.aUserWithAuthenticator(identity)
  expect(mfa.outcomeOf(await mfa.signInByPassword(off, user.email))).toBe('signed in')
})
