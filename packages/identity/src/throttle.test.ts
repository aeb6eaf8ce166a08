import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityEvent } from './events.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider } from './testing/provider.ts'

let database: TestDatabase
let identity: TestProvider
const events: SecurityEvent[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool, {
    limits: { perAddress: { count: 3, windowMs: 60_000 } },
    onSecurityEvent: async (event) => void events.push(event),
  })
})
afterAll(() => database.drop())

async function typeOfForgot(ip: string): Promise<unknown> {
  const { status, body } = await identity.call(
    'ForgotPassword',
    { Username: `${Math.random()}@example.test` },
    ip,
  )
  return status === 200 ? 'accepted' : body.__type
}

const LIMITED = 'TooManyRequestsException'

test('limits the attempts of an address per minute; other addresses are unaffected', async () => {
  for (let i = 0; i < 3; i++) expect(await typeOfForgot('192.0.2.7')).toBe('accepted')
  for (let i = 0; i < 5; i++) expect(await typeOfForgot('192.0.2.7')).toBe(LIMITED)
  expect(await typeOfForgot('192.0.2.8')).toBe('accepted')
  identity.advance(60_000)
  expect(await typeOfForgot('192.0.2.7')).toBe('accepted')
})

test('an IPv6 network counts as one address in any notation', async () => {
  expect(await typeOfForgot('2001:db8::1')).toBe('accepted')
  expect(await typeOfForgot('2001:db8:0:0:ffff::2')).toBe('accepted')
  expect(await typeOfForgot('2001:db8:0:0:1:2:3:4')).toBe('accepted')
  expect(await typeOfForgot('2001:db8::5')).toBe(LIMITED)
  expect(await typeOfForgot('2001:db8:0:1::5')).toBe('accepted')
})

test('a refresh is not throttled', async () => {
  const { email } = await identity.aUser()
  const ip = '192.0.2.9'
  const { body } = await identity.call(
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD } },
    ip,
  )
  const { RefreshToken } = body.AuthenticationResult as Record<string, string>
  for (let i = 0; i < 5; i++) {
    expect((await identity.call('GetTokensFromRefreshToken', { RefreshToken }, ip)).status).toBe(200)
    const older = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } }
    expect((await identity.call('InitiateAuth', older, ip)).status).toBe(200)
  }
})

test('a request with the flow of a refresh is still throttled', async () => {
  const ip = '192.0.2.10'
  const pose = () =>
    identity.call('ForgotPassword', { Username: 'a@example.test', AuthFlow: 'REFRESH_TOKEN_AUTH' }, ip)
  for (let i = 0; i < 3; i++) expect((await pose()).status).toBe(200)
  expect((await pose()).body.__type).toBe(LIMITED)
})

test('a throttled request is reported with its address, without an account', async () => {
  const { email } = await identity.aUser()
  const ip = '192.0.2.11'
  const forgot = () => identity.call('ForgotPassword', { Username: email }, ip)
  for (let i = 0; i < 4; i++) await forgot()
  await identity.provider.close()
  const reported = events.filter(({ caller }) => caller.ip === ip)
  expect(reported.map(({ kind }) => kind)).toEqual([...Array(3).fill('reset-requested'), 'request-throttled'])
  expect(reported.at(-1)).toMatchObject({ sub: null, reason: 'too_many_requests' })
})
