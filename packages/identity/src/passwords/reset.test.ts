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

async function requestCode(Username: string): Promise<string | undefined> {
  expect((await identity.call('ForgotPassword', { Username })).status).toBe(200)
  await identity.provider.close()
  const sent = identity.outbox.findLast((message) => message.to === Username)
  return sent?.kind === 'reset-code' ? sent.code : undefined
}

async function confirm(Username: string, ConfirmationCode = '', Password = CHOSEN): Promise<unknown> {
  const { status, body } = await identity.call('ConfirmForgotPassword', {
    Username,
    ConfirmationCode,
    Password,
  })
  return status === 200 ? 'changed' : body.__type
}

async function signIn(email: string, password: string): Promise<unknown> {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  const { body } = await identity.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  return body.AuthenticationResult ? 'signed in' : (body.ChallengeName ?? body.message)
}

const anotherThan = (code = '') => (code === '111111' ? '222222' : '111111')

test('a code changes the password once', async () => {
  const { email } = await identity.aUser()
  const code = await requestCode(email)
  expect(await confirm(email, code)).toBe('changed')
  expect(await signIn(email, PASSWORD)).toBe('Incorrect username or password.')
  expect(await signIn(email, CHOSEN)).toBe('signed in')
  expect(await confirm(email, code)).toBe('CodeMismatchException')
})

test('after five wrong codes the right code is rejected too', async () => {
  const { email } = await identity.aUser()
  const code = await requestCode(email)
  for (let i = 0; i < 5; i++) expect(await confirm(email, anotherThan(code))).toBe('CodeMismatchException')
  expect(await confirm(email, code)).toBe('LimitExceededException')
  expect(await confirm(email, await requestCode(email))).toBe('changed')
})

test('concurrent attempts all count', async () => {
  const { email } = await identity.aUser()
  const code = await requestCode(email)
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => confirm(email, anotherThan(code))))
  expect(outcomes.filter((outcome) => outcome === 'CodeMismatchException')).toHaveLength(5)
})

test('a weak password does not count as an attempt', async () => {
  const { email } = await identity.aUser()
  const code = await requestCode(email)
  for (let i = 0; i < 6; i++) expect(await confirm(email, code, 'weak')).toBe('InvalidPasswordException')
  expect(await confirm(email, code)).toBe('changed')
})

test('a code is valid for an hour, until a newer one replaces it', async () => {
  const { email } = await identity.aUser()
  const first = await requestCode(email)
  const second = await requestCode(email)
  if (first !== second) expect(await confirm(email, first)).toBe('CodeMismatchException')
  identity.advance(3600_000)
  expect(await confirm(email, second)).toBe('ExpiredCodeException')
})

test('an account can request five codes an hour', async () => {
  const { email } = await identity.aUser()
  for (let i = 0; i < 5; i++) await requestCode(email)
  const { body } = await identity.call('ForgotPassword', { Username: email })
  expect(body.__type).toBe('LimitExceededException')
  identity.advance(3600_000)
  expect(await requestCode(email)).toBeDefined()
})

test('sends no code to users who are disabled, unverified or on a temporary password', async () => {
  const [disabled, unverified] = [await identity.aUser(), await identity.aUser()]
  const temporary = await identity.aUser({ temporary: true })
  await database.admin.query('update identity.users set enabled = false where sub = $1', [disabled.username])
  await database.admin.query('update identity.users set email_verified = false where sub = $1', [
    unverified.username,
  ])
  for (const { email } of [disabled, unverified, temporary]) expect(await requestCode(email)).toBeUndefined()
})

test('a temporary password set by an administrator invalidates earlier codes', async () => {
  const { email, username } = await identity.aUser()
  const code = await requestCode(email)
  await identity.sdk.send(
    new cognito.AdminSetUserPasswordCommand({
      UserPoolId: USER_POOL_ID,
      Username: username,
      Password: 'Welcome#2026',
    }),
  )
  expect(await confirm(email, code)).toBe('CodeMismatchException')
  expect(await signIn(email, 'Welcome#2026')).toBe('NEW_PASSWORD_REQUIRED')
})

test('a change of the email invalidates earlier codes', async () => {
  const { email, username: Username } = await identity.aUser()
  const code = await requestCode(email)
  const UserAttributes = [
    { Name: 'email', Value: `new.${email}` },
    { Name: 'email_verified', Value: 'true' },
  ]
  await identity.sdk.send(
    new cognito.AdminUpdateUserAttributesCommand({ UserPoolId: USER_POOL_ID, Username, UserAttributes }),
  )
  expect(await confirm(Username, code)).toBe('CodeMismatchException')
})

test('a reset unlocks the account', async () => {
  const { email } = await identity.aUser()
  for (let i = 0; i < 5; i++) await signIn(email, 'Wrong#Password1')
  expect(await signIn(email, PASSWORD)).toBe('Password attempts exceeded')
  expect(await confirm(email, await requestCode(email))).toBe('changed')
  expect(await signIn(email, CHOSEN)).toBe('signed in')
})
