import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, type TestProvider } from '../testing/provider.ts'
import * as mfa from '../testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())

const MINUTE = 60_000
const OFF = { SoftwareTokenMfaSettings: { Enabled: false } }

/** Error types of the operations that change the second factor; undefined for success. */
async function attempt(AccessToken: string) {
  const inputs = {
    AssociateSoftwareToken: {},
    VerifySoftwareToken: { UserCode: '123456' },
    SetUserMFAPreference: OFF,
  }
  const types = []
  for (const [operation, input] of Object.entries(inputs))
    types.push((await identity.call(operation, { AccessToken, ...input })).body.__type)
  return types
}

const REFUSED = ['ForbiddenException', 'ForbiddenException', 'ForbiddenException']
const ACCEPTED = [undefined, 'EnableSoftwareTokenMFAException', undefined]

test('an access token cannot change the second factor ten minutes after the sign-in', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  identity.advance(10 * MINUTE + 1_000)
  expect(await attempt(user.AccessToken)).toEqual(REFUSED)
  // The token is still valid for other operations.
  expect((await identity.call('GetUser', { AccessToken: user.AccessToken })).body.UserMFASettingList).toEqual(
    ['SOFTWARE_TOKEN_MFA'],
  )
})

test('a refresh does not count as a sign-in; a new sign-in does', async () => {
  const { email } = await identity.aUser()
  const first = mfa.tokensOf(await mfa.signInByPassword(identity, email))
  identity.advance(9 * MINUTE)
  expect(await attempt(first.AccessToken)).toEqual(ACCEPTED)
  identity.advance(2 * MINUTE)
  const refreshed = await identity.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: first.RefreshToken },
  })
  expect(await attempt(mfa.tokensOf(refreshed).AccessToken)).toEqual(REFUSED)
  const again = mfa.tokensOf(await mfa.signInByPassword(identity, email))
  expect(await attempt(again.AccessToken)).toEqual(ACCEPTED)
})
