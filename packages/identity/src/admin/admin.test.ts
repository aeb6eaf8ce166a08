import { randomUUID } from 'node:crypto'
import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider, USER_POOL_ID } from '../testing/provider.ts'
import { signInBySrp } from '../testing/srp-client.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())

const pool = { UserPoolId: USER_POOL_ID }
const anEmail = () => `admin-${randomUUID()}@example.test`
const sentTo = (email: string) => identity.outbox.findLast(({ to }) => to === email)

async function create(email: string, more: object = {}): Promise<string> {
  const { User } = await identity.sdk.send(
    new cognito.AdminCreateUserCommand({ ...pool, Username: email, ...more }),
  )
  expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' })
  return User?.Username ?? ''
}

async function outcome(email: string, password: string): Promise<unknown> {
  const { result } = await signInBySrp(identity, email, password)
  return result.body.AuthenticationResult ? 'signed in' : (result.body.ChallengeName ?? result.body.message)
}

test('a new user receives a working password that must be changed', async () => {
  const email = anEmail()
  await create(email)
  const message = sentTo(email)
  if (message?.kind !== 'temporary-password') throw new Error('no password was sent')
  expect(await outcome(email, message.password)).toBe('NEW_PASSWORD_REQUIRED')
})

test.each([
  ['NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
])('rejects a name with %s, which cannot be stored, and names the parameter', async (_, Value) => {
  const body = { UserPoolId: USER_POOL_ID, Username: anEmail(), UserAttributes: [{ Name: 'name', Value }] }
  const { response } = await identity.provider.adminRequestHandler.handle({
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminCreateUser' },
    body: JSON.stringify(body),
  })
  expect(JSON.parse(Buffer.from(response.body).toString())).toEqual({
    __type: 'InvalidParameterException',
    message: 'Invalid value for parameter Value',
  })
})

test('resending replaces the temporary password until the user changes it', async () => {
  const email = anEmail()
  const Username = await create(email, { TemporaryPassword: 'Welcome#2026', MessageAction: 'SUPPRESS' })
  expect(sentTo(email)).toBeUndefined()
  const resend = () =>
    identity.sdk.send(
      new cognito.AdminCreateUserCommand({ ...pool, Username: email, MessageAction: 'RESEND' }),
    )
  await resend()
  expect(sentTo(email)).toMatchObject({ kind: 'temporary-password', username: Username })
  expect(await outcome(email, 'Welcome#2026')).toBe('Incorrect username or password.')

  const Password = 'Another-Day#2027'
  await identity.sdk.send(
    new cognito.AdminSetUserPasswordCommand({ ...pool, Username, Password, Permanent: true }),
  )
  expect(await outcome(email, Password)).toBe('signed in')
  await expect(resend()).rejects.toMatchObject({ name: 'UnsupportedUserStateException' })
})

test('a message that cannot be delivered is an error and keeps the created user for a retry', async () => {
  const failing = createTestProvider(database.pool, {
    deliver: () => Promise.reject(new Error('no mail today')),
  })
  const email = anEmail()
  const attempt = failing.sdk.send(new cognito.AdminCreateUserCommand({ ...pool, Username: email }))
  await expect(attempt).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' })
  await expect(
    identity.sdk.send(new cognito.AdminGetUserCommand({ ...pool, Username: email })),
  ).resolves.toBeDefined()
})

test('a reset by an administrator sends a code and invalidates the old password', async () => {
  const { email, username } = await identity.aUser()
  await identity.sdk.send(new cognito.AdminResetUserPasswordCommand({ ...pool, Username: username }))
  expect(await outcome(email, PASSWORD)).toBe('Password reset required for the user')
  expect(await outcome(email, 'Wrong#Password1')).toBe('Incorrect username or password.')
  const message = sentTo(email)
  if (message?.kind !== 'reset-code') throw new Error('no code was sent')
  await identity.call('ConfirmForgotPassword', {
    Username: email,
    ConfirmationCode: message.code,
    Password: 'Another-Day#2027',
  })
  expect(await outcome(email, 'Another-Day#2027')).toBe('signed in')
})

test('a temporary password cannot be reset by a code', async () => {
  const { username: Username } = await identity.aUser({ temporary: true })
  const attempt = identity.sdk.send(new cognito.AdminResetUserPasswordCommand({ ...pool, Username }))
  await expect(attempt).rejects.toMatchObject({
    message: 'User password cannot be reset in the current state.',
  })
})

test('a changed email signs in unverified with the same password; a taken email is rejected', async () => {
  const [user, other] = [await identity.aUser(), await identity.aUser()]
  const changeTo = (Value: string) =>
    identity.sdk.send(
      new cognito.AdminUpdateUserAttributesCommand({
        ...pool,
        Username: user.username,
        UserAttributes: [{ Name: 'email', Value }],
      }),
    )
  const email = anEmail()
  await changeTo(email)
  expect(await outcome(email, PASSWORD)).toBe('signed in')
  expect(await outcome(user.email, PASSWORD)).toBe('Incorrect username or password.')
  const found = await identity.sdk.send(new cognito.AdminGetUserCommand({ ...pool, Username: email }))
  expect(found.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' })
  await expect(changeTo(other.email.toUpperCase())).rejects.toMatchObject({ name: 'AliasExistsException' })
})

test('a changed telephone number is unverified; setting the same number keeps it verified', async () => {
  const { username: Username } = await identity.aUser({
    attributes: { phone_number: '+639170000000', phone_number_verified: 'true' },
  })
  const verifiedAfter = async (Value: string) => {
    const UserAttributes = [{ Name: 'phone_number', Value }]
    await identity.sdk.send(
      new cognito.AdminUpdateUserAttributesCommand({ ...pool, Username, UserAttributes }),
    )
    const found = await identity.sdk.send(new cognito.AdminGetUserCommand({ ...pool, Username }))
    return found.UserAttributes?.find(({ Name }) => Name === 'phone_number_verified')?.Value
  }
  expect(await verifiedAfter('+639170000000')).toBe('true')
  expect(await verifiedAfter('+639170000001')).toBeUndefined()
})

test('the ID token contains attributes; an emptied attribute is removed', async () => {
  const { email, username: Username } = await identity.aUser({
    attributes: { given_name: 'Ana', name: 'Ana S.' },
  })
  const UserAttributes = [
    { Name: 'name', Value: '' },
    { Name: 'phone_number', Value: '+639170000000' },
    { Name: 'phone_number_verified', Value: 'true' },
  ]
  await identity.sdk.send(new cognito.AdminUpdateUserAttributesCommand({ ...pool, Username, UserAttributes }))
  const { result } = await signInBySrp(identity, email, PASSWORD)
  const { IdToken = '' } = result.body.AuthenticationResult as Record<string, string>
  const claims = await identity.provider.verifyIdToken(IdToken)
  expect(claims).toMatchObject({
    given_name: 'Ana',
    phone_number: '+639170000000',
    phone_number_verified: true,
  })
  expect(claims).not.toHaveProperty('name')
})

test.each([
  [
    'an unknown attribute',
    { UserAttributes: [{ Name: 'is_admin', Value: 'true' }] },
    'InvalidParameterException',
  ],
  ['a name that is not an email', { Username: 'ann' }, 'InvalidParameterException'],
  ['a weak password', { TemporaryPassword: 'welcome' }, 'InvalidPasswordException'],
  ['another pool', { UserPoolId: 'ap-southeast-1_other' }, 'ResourceNotFoundException'],
])('rejects %s', async (_, wrong, name) => {
  const command = new cognito.AdminCreateUserCommand({ ...pool, Username: anEmail(), ...wrong })
  await expect(identity.sdk.send(command)).rejects.toMatchObject({ name })
})

test('a search matches its text literally', async () => {
  const marker = randomUUID().slice(0, 8)
  for (const name of [`${marker} 100%`, `${marker} 100x`, `${marker} "quoted"`]) {
    await identity.aUser({ attributes: { name } })
  }
  const find = async (Filter: string) => {
    const { Users = [] } = await identity.sdk.send(new cognito.ListUsersCommand({ ...pool, Filter }))
    return Users.length
  }
  expect(await find(`name = "${marker} 100%"`)).toBe(1)
  expect(await find(`name ^= "${marker} 100"`)).toBe(2)
  expect(await find(`name = "${marker} \\"quoted\\""`)).toBe(1)
  expect(await find(`name = "${marker}%"`)).toBe(0)
  await expect(find(`password = "x"`)).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test('seeding keeps given ids and skips existing users', async () => {
  const [first, second] = [anEmail(), anEmail()]
  const sub = randomUUID()
  const users = [
    { email: first, password: PASSWORD, sub },
    { email: second, password: 'Welcome#2026', temporary: true },
  ]
  const created = await identity.provider.seedUsers(users)
  expect(created.map(({ email }) => email).sort()).toEqual([first, second].sort())
  expect(created.find(({ email }) => email === first)?.username).toBe(sub)
  expect(await outcome(first, PASSWORD)).toBe('signed in')
  expect(await outcome(second, 'Welcome#2026')).toBe('NEW_PASSWORD_REQUIRED')
  expect(
    await identity.provider.seedUsers([{ email: first.toUpperCase(), password: 'Another-Day#2027' }]),
  ).toEqual([])
  expect(await outcome(first, PASSWORD)).toBe('signed in')
  await expect(identity.provider.seedUsers([{ email: anEmail(), password: 'weak' }])).rejects.toThrow(
    'policy',
  )
})
