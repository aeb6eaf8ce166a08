import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from '../testing/provider.ts'
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

test.each([
  ['SRP', async (email: string) => (await signInBySrp(identity, email, PASSWORD)).result],
  ['password', (email: string) => mfa.signInByPassword(identity, email)],
])('sends a code to the telephone after a right password by %s', async (_, signIn) => {
  const user = await mfa.aUserWithSms(identity)
  const challenge = await signIn(user.email)
  expect(challenge.body).toMatchObject({
    ChallengeName: 'SMS_MFA',
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: '+********1234',
    },
  })
  expect(identity.outbox.at(-1)).toMatchObject({ kind: 'sign-in-code', to: '+639170001234' })
  const code = mfa.sentCode(identity, user)
  expect(code).toMatch(/^\d{6}$/)
  const wrong = await mfa.respondToChallenge(identity, challenge, mfa.otherThan(code))
  expect(wrong.body.__type).toBe('CodeMismatchException')
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, challenge, code ?? ''))).toBe('signed in')
  const again = await mfa.respondToChallenge(identity, challenge, code ?? '')
  expect(again.body.__type).toBe('NotAuthorizedException')
})

test('sends no code for a wrong password', async () => {
  const user = await mfa.aUserWithSms(identity)
  await mfa.signInByPassword(identity, user.email, 'Wrong#Password1')
  expect(mfa.sentCode(identity, user)).toBeUndefined()
})

test('a code is valid for three minutes and for its own sign-in', async () => {
  const user = await mfa.aUserWithSms(identity)
  const first = await mfa.signInByPassword(identity, user.email)
  const firstCode = mfa.sentCode(identity, user) ?? ''
  const second = await mfa.signInByPassword(identity, user.email)
  const secondCode = mfa.sentCode(identity, user) ?? ''
  if (firstCode !== secondCode) {
    expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, second, firstCode))).toBe(
      'CodeMismatchException',
    )
  }
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, first, firstCode))).toBe('signed in')
  identity.advance(3 * MINUTE)
  const late = await mfa.respondToChallenge(identity, second, secondCode)
  expect(late.body.message).toBe('Invalid session for the user, session is expired.')
})

test('only one of concurrent requests with the same code succeeds', async () => {
  const user = await mfa.aUserWithSms(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const code = mfa.sentCode(identity, user) ?? ''
  // Opens a connection for each, so that the requests run concurrently.
  await Promise.all([1, 2, 3].map(() => database.pool.query('select pg_sleep(0.05)')))
  const replies = await Promise.all([1, 2, 3].map(() => mfa.respondToChallenge(identity, challenge, code)))
  expect(replies.map(mfa.outcomeOf).sort()).toEqual([
    'NotAuthorizedException',
    'NotAuthorizedException',
    'signed in',
  ])
})

test('five wrong codes lock the account, also for the next challenge', async () => {
  const user = await mfa.aUserWithSms(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const code = mfa.sentCode(identity, user) ?? ''
  const replies = await Promise.all(
    Array.from({ length: 9 }, () => mfa.respondToChallenge(identity, challenge, mfa.otherThan(code))),
  )
  expect(replies.filter(({ body }) => body.__type === 'CodeMismatchException')).toHaveLength(5)
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, challenge, code))).toBe(
    'NotAuthorizedException',
  )
  const next = await mfa.signInByPassword(identity, user.email)
  const locked = await mfa.respondToChallenge(identity, next, mfa.sentCode(identity, user) ?? '')
  expect(locked.body.message).toBe('Password attempts exceeded')
})

test('sends ten unused codes an hour; a right code resets the count', async () => {
  const user = await mfa.aUserWithSms(identity)
  for (let i = 0; i < 9; i++) await mfa.signInByPassword(identity, user.email)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const rejected = await mfa.signInByPassword(identity, user.email)
  expect(rejected.body).toMatchObject({
    __type: 'NotAuthorizedException',
    message: 'Attempt limit exceeded, please try after some time.',
  })
  const code = mfa.sentCode(identity, user) ?? ''
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, challenge, code))).toBe('signed in')
  expect(mfa.outcomeOf(await mfa.signInByPassword(identity, user.email))).toBe('SMS_MFA')
})

test('a change of the number invalidates earlier codes, and an unverified number prevents the sign-in', async () => {
  const user = await mfa.aUserWithSms(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const change = (Name: string, Value: string) =>
    identity.sdk.send(
      new cognito.AdminUpdateUserAttributesCommand({
        UserPoolId: USER_POOL_ID,
        Username: user.username,
        UserAttributes: [{ Name, Value }],
      }),
    )
  await change('phone_number', '+639170009999')
  const code = mfa.sentCode(identity, user) ?? ''
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, challenge, code))).toBe('CodeMismatchException')
  await change('phone_number_verified', 'false')
  expect(mfa.outcomeOf(await mfa.signInByPassword(identity, user.email))).toBe('MFAMethodNotFoundException')
})

test('a message that cannot be sent is an error', async () => {
  const user = await mfa.aUserWithSms(identity)
  const failing = createTestProvider(database.pool, { deliver: () => Promise.reject(new Error('no signal')) })
  expect(mfa.outcomeOf(await mfa.signInByPassword(failing, user.email))).toBe('CodeDeliveryFailureException')
})
