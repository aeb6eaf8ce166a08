import { AdminEnableUserCommand } from '@aws-sdk/client-cognito-identity-provider'
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

const WRONG = 'Wrong#Password1'
const REFUSED = 'Incorrect username or password.'
const LOCKED = 'Password attempts exceeded'
const SECOND = 1000
const MINUTE = 60 * SECOND

async function attempt(username: string, password = WRONG, at = identity): Promise<unknown> {
  const { body } = await at.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: password },
  })
  return body.AuthenticationResult ? 'signed in' : body.message
}

async function fail(username: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect(await attempt(username)).toBe(REFUSED)
}

test('the fifth failure locks for a second, and each further one for twice as long', async () => {
  const { email } = await identity.aUser()
  await fail(email, 5)
  for (const lockMs of [1, 2, 4, 8, 16].map((seconds) => seconds * SECOND)) {
    expect(await attempt(email, PASSWORD)).toBe(LOCKED)
    identity.advance(lockMs - 1)
    expect(await attempt(email, PASSWORD)).toBe(LOCKED)
    identity.advance(1)
    await fail(email, 1)
  }
})

test('the lock grows to a quarter of an hour and no further', async () => {
  const { email } = await identity.aUser()
  await fail(email, 5)
  for (let seconds = 1; seconds < 900; seconds *= 2) {
    identity.advance(seconds * SECOND)
    await fail(email, 1)
  }
  identity.advance(14 * MINUTE)
  expect(await attempt(email, PASSWORD)).toBe(LOCKED)
  identity.advance(MINUTE)
  expect(await attempt(email, PASSWORD)).toBe('signed in')
})

test('a success clears earlier failures', async () => {
  const { email } = await identity.aUser()
  await fail(email, 4)
  expect(await attempt(email, PASSWORD)).toBe('signed in')
  await fail(email, 4)
  expect(await attempt(email, PASSWORD)).toBe('signed in')
})

test('fifteen idle minutes clear earlier failures', async () => {
  const { email } = await identity.aUser()
  await fail(email, 4)
  identity.advance(15 * MINUTE)
  await fail(email, 4)
  expect(await attempt(email, PASSWORD)).toBe('signed in')
})

test('a lock holds in other processes', async () => {
  // Uses the same clock, because each process deletes what has expired.
  const other = createTestProvider(database.pool, { clock: identity.now })
  const { email } = await identity.aUser()
  for (let i = 0; i < 5; i++) await attempt(email, WRONG, other)
  expect(await attempt(email, PASSWORD)).toBe(LOCKED)
})

test('after five concurrent wrong guesses the right one is rejected too', async () => {
  const { email } = await identity.aUser()
  await fail(email, 4)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt(email)))
  expect(outcomes.filter((outcome) => outcome === REFUSED)).toHaveLength(1)
  expect(await attempt(email, PASSWORD)).toBe(LOCKED)
})

test('many concurrent right passwords do not lock the account', async () => {
  const { email } = await identity.aUser()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt(email, PASSWORD)))
  expect(new Set(outcomes)).toEqual(new Set(['signed in']))
})

test('an administrator sees locked users, and enabling unlocks them', async () => {
  const [locked, failing, other] = [
    await identity.aUser(),
    await identity.aUser(),
    await identity.aUser(),
  ] as const
  await fail(locked.email, 5)
  await fail(failing.email, 4)
  const lockedNow = async () => [
    ...(await identity.provider.lockedAmong([locked, failing, other].map(({ username }) => username))),
  ]
  expect(await lockedNow()).toEqual([locked.username])
  expect(await identity.provider.lockedAmong([])).toEqual(new Set())
  const enable = new AdminEnableUserCommand({ UserPoolId: USER_POOL_ID, Username: locked.username })
  await identity.sdk.send(enable)
  expect(await lockedNow()).toEqual([])
  expect(await attempt(locked.email, PASSWORD)).toBe('signed in')
})

test('an expired lock is not listed', async () => {
  const { email, username } = await identity.aUser()
  await fail(email, 5)
  expect(await identity.provider.lockedAmong([username])).toEqual(new Set([username]))
  identity.advance(SECOND)
  expect(await identity.provider.lockedAmong([username])).toEqual(new Set())
})
