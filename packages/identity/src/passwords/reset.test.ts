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

async function askForCode(Username: string): Promise<string | undefined> {
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

test('a code changes the password, once', async () => {
  const { email } = await identity.aUser()
  const code = await askForCode(email)
  expect(await confirm(email, code)).toBe('changed')
  expect(await signIn(email, PASSWORD)).toBe('Incorrect username or password.')
  expect(await signIn(email, CHOSEN)).toBe('signed in')
  expect(await confirm(email, code)).toBe('CodeMismatchException')
})

test('five tries, then not even the right code', async () => {
  const { email } = await identity.aUser()
  const code = await askForCode(email)
  for (let i = 0; i < 5; i++) expect(await confirm(email, anotherThan(code))).toBe('CodeMismatchException')
  expect(await confirm(email, code)).toBe('LimitExceededException')
  expect(await confirm(email, await askForCode(email))).toBe('changed')
})

test('tries sent side by side are all counted', async () => {
  const { email } = await identity.aUser()
  const code = await askForCode(email)
  const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(email, anotherThan(code))))
  expect(answers.filter((answer) => answer === 'CodeMismatchException')).toHaveLength(5)
})

test('a weak password does not cost a try', async () => {
  const { email } = await identity.aUser()
  const code = await askForCode(email)
  for (let i = 0; i < 6; i++) expect(await confirm(email, code, 'weak')).toBe('InvalidPasswordException')
  expect(await confirm(email, code)).toBe('changed')
})

test('a code lasts an hour, and a newer one replaces it', async () => {
  const { email } = await identity.aUser()
  const first = await askForCode(email)
  const second = await askForCode(email)
  if (first !== second) expect(await confirm(email, first)).toBe('CodeMismatchException')
  identity.advance(3600_000)
  expect(await confirm(email, second)).toBe('ExpiredCodeException')
})

test('an account can ask for five codes an hour', async () => {
  const { email } = await identity.aUser()
  for (let i = 0; i < 5; i++) await askForCode(email)
  const { body } = await identity.call('ForgotPassword', { Username: email })
  expect(body.__type).toBe('LimitExceededException')
  identity.advance(3600_000)
  expect(await askForCode(email)).toBeDefined()
})

test('nothing is sent to users who are disabled, unverified or on a temporary password', async () => {
  const [disabled, unverified] = [await identity.aUser(), await identity.aUser()]
  const temporary = await identity.aUser({ temporary: true })
  await database.admin.query('update identity.users set enabled = false where sub = $1', [disabled.username])
  await database.admin.query('update identity.users set email_verified = false where sub = $1', [
    unverified.username,
  ])
  for (const { email } of [disabled, unverified, temporary]) expect(await askForCode(email)).toBeUndefined()
})

test('a code sent before an administrator gave a temporary password is void', async () => {
  const { email, username } = await identity.aUser()
  const code = await askForCode(email)
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

test('a code sent to an address the account has no more is void', async () => {
  const { email, username: Username } = await identity.aUser()
  const code = await askForCode(email)
  const UserAttributes = [
    { Name: 'email', Value: `new.${email}` },
    { Name: 'email_verified', Value: 'true' },
  ]
  await identity.sdk.send(
    new cognito.AdminUpdateUserAttributesCommand({ UserPoolId: USER_POOL_ID, Username, UserAttributes }),
  )
  expect(await confirm(Username, code)).toBe('CodeMismatchException')
})

test('a reset opens a locked account', async () => {
  const { email } = await identity.aUser()
  for (let i = 0; i < 5; i++) await signIn(email, 'Wrong#Password1')
  expect(await signIn(email, PASSWORD)).toBe('Password attempts exceeded')
  expect(await confirm(email, await askForCode(email))).toBe('changed')
  expect(await signIn(email, CHOSEN)).toBe('signed in')
})
