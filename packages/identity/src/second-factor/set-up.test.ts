import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, type TestProvider, USER_POOL_ID } from '../testing/provider.ts'
import * as mfa from '../testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
let requiring: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
  requiring = createTestProvider(database.pool, { mfa: 'required', clock: identity.now })
})
afterAll(() => database.drop())

const MINUTE = 60_000
const TOTP_ON = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }
const TOTP_OFF = { SoftwareTokenMfaSettings: { Enabled: false } }
const BOTH_OFF = { ...TOTP_OFF, SMSMfaSettings: { Enabled: false } }

async function signedIn() {
  const user = await identity.aUser()
  return { ...user, ...mfa.tokensOf(await mfa.signInByPassword(identity, user.email)) }
}

const associate = async (AccessToken: string) =>
  String((await identity.call('AssociateSoftwareToken', { AccessToken })).body.SecretCode)

const confirm = async (AccessToken: string, UserCode: string) => {
  const { status, body } = await identity.call('VerifySoftwareToken', { AccessToken, UserCode })
  return status === 200 ? body.Status : body.__type
}

async function factorsOf(AccessToken: string): Promise<unknown> {
  const { body } = await identity.call('GetUser', { AccessToken })
  return [body.UserMFASettingList, body.PreferredMfaSetting]
}

async function outcome(email: string, at = identity): Promise<unknown> {
  return mfa.outcomeOf(await mfa.signInByPassword(at, email))
}

test('an authenticator takes effect once it is confirmed and enabled', async () => {
  const { email, AccessToken } = await signedIn()
  const secret = await associate(AccessToken)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const premature = await identity.call('SetUserMFAPreference', { AccessToken, ...TOTP_ON })
  expect(premature.body.message).toBe('User has not verified software token mfa')
  const code = mfa.codeIn(identity, secret, 0)
  expect(await confirm(AccessToken, mfa.otherThan(code))).toBe('EnableSoftwareTokenMFAException')
  expect(await confirm(AccessToken, code)).toBe('SUCCESS')
  expect(await outcome(email)).toBe('signed in')
  expect(await factorsOf(AccessToken)).toEqual([undefined, undefined])

  await identity.call('SetUserMFAPreference', { AccessToken, ...TOTP_ON })
  expect(await factorsOf(AccessToken)).toEqual([['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA'])
  expect(await outcome(email)).toBe('SOFTWARE_TOKEN_MFA')
  await identity.call('SetUserMFAPreference', { AccessToken, ...TOTP_OFF })
  expect(await outcome(email)).toBe('signed in')
})

test('a secret can be confirmed once, within 15 minutes, until a newer one replaces it', async () => {
  const { email, AccessToken } = await signedIn()
  const [first, second] = [await associate(AccessToken), await associate(AccessToken)]
  expect(await confirm(AccessToken, mfa.codeIn(identity, first, 0))).toBe('EnableSoftwareTokenMFAException')
  expect(await confirm(AccessToken, mfa.codeIn(identity, second, 0))).toBe('SUCCESS')
  expect(await confirm(AccessToken, mfa.codeIn(identity, second, 0))).toBe(
    'SoftwareTokenMFANotFoundException',
  )
  const late = await associate(AccessToken)
  identity.advance(15 * MINUTE)
  // The first sign-in is no longer recent.
  const again = mfa.tokensOf(await mfa.signInByPassword(identity, email))
  expect(await confirm(again.AccessToken, mfa.codeIn(identity, late, 0))).toBe(
    'SoftwareTokenMFANotFoundException',
  )
})

test('the old authenticator works until the new one is confirmed', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const newer = await associate(user.AccessToken)
  const challenge = await mfa.signInByPassword(identity, user.email)
  const respond = (code: string) => mfa.respondToChallenge(identity, challenge, code)
  expect((await respond(mfa.codeIn(identity, newer, 1))).body.__type).toBe('CodeMismatchException')
  expect(mfa.outcomeOf(await respond(mfa.nextCode(identity, user.secret)))).toBe('signed in')

  expect(await confirm(user.AccessToken, mfa.codeIn(identity, newer, 0))).toBe('SUCCESS')
  const next = await mfa.signInByPassword(identity, user.email)
  const old = await mfa.respondToChallenge(identity, next, mfa.nextCode(identity, user.secret))
  expect(old.body.__type).toBe('CodeMismatchException')
  const code = mfa.codeIn(identity, newer, 0)
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, next, code))).toBe('signed in')
})

test('a required second factor is set up during the sign-in', async () => {
  const { email } = await identity.aUser()
  const challenge = await mfa.signInByPassword(requiring, email)
  expect(challenge.body).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  })
  const finish = (Session: unknown) =>
    requiring.call('RespondToAuthChallenge', {
      ChallengeName: 'MFA_SETUP',
      Session,
      ChallengeResponses: { USERNAME: 'x' },
    })
  expect((await finish(challenge.body.Session)).body.__type).toBe('NotAuthorizedException')
  const associated = await requiring.call('AssociateSoftwareToken', { Session: challenge.body.Session })
  expect((await finish(associated.body.Session)).body.__type).toBe('NotAuthorizedException')
  const UserCode = mfa.codeIn(identity, String(associated.body.SecretCode), 0)
  const verified = await requiring.call('VerifySoftwareToken', { Session: associated.body.Session, UserCode })
  expect(verified.body.Status).toBe('SUCCESS')
  expect(mfa.outcomeOf(await finish(verified.body.Session))).toBe('signed in')
  expect((await finish(verified.body.Session)).body.__type).toBe('NotAuthorizedException')
  expect(await outcome(email, requiring)).toBe('SOFTWARE_TOKEN_MFA')
})

test('a set-up during a sign-in does not replace an authenticator that was confirmed first', async () => {
  const user = await identity.aUser()
  const challenge = await mfa.signInByPassword(requiring, user.email)
  const begun = await requiring.call('AssociateSoftwareToken', { Session: challenge.body.Session })
  const { secret } = await mfa.setUpAuthenticator(identity, user)
  const again = await requiring.call('AssociateSoftwareToken', { Session: begun.body.Session })
  const UserCode = mfa.codeIn(identity, String(again.body.SecretCode), 0)
  const late = await requiring.call('VerifySoftwareToken', { Session: again.body.Session, UserCode })
  expect(late.body.__type).toBe('SoftwareTokenMFANotFoundException')
  const next = await mfa.signInByPassword(requiring, user.email)
  const code = mfa.nextCode(identity, secret)
  expect(mfa.outcomeOf(await mfa.respondToChallenge(requiring, next, code))).toBe('signed in')
})

test('a disabled authenticator is still required where the pool requires one', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  await identity.call('SetUserMFAPreference', { AccessToken: user.AccessToken, ...TOTP_OFF })
  expect(await outcome(user.email)).toBe('signed in')
  expect(await outcome(user.email, requiring)).toBe('SOFTWARE_TOKEN_MFA')
})

test('where the pool requires one, only an administrator can disable the last authenticator', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const turnOff = { AccessToken: user.AccessToken, ...TOTP_OFF }
  const rejected = await requiring.call('SetUserMFAPreference', turnOff)
  expect(rejected.body.__type).toBe('InvalidParameterException')
  expect(await factorsOf(user.AccessToken)).toEqual([['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA'])
  await mfa.prefer(requiring, user, BOTH_OFF)
  expect(await outcome(user.email, requiring)).toBe('MFA_SETUP')
})

test('where the pool requires a second factor, the user cannot disable codes by message as the last one', async () => {
  const SMS_OFF = { SMSMfaSettings: { Enabled: false } }
  const user = await mfa.aUserWithSms(identity)
  await mfa.prefer(identity, user, SMS_OFF)
  const { AccessToken } = await mfa.setUpAuthenticator(identity, user)
  const turn = async (settings: object) =>
    (await requiring.call('SetUserMFAPreference', { AccessToken, ...settings })).status
  await mfa.prefer(identity, user, { SMSMfaSettings: { Enabled: true } })
  expect(await turn({ ...TOTP_OFF, ...SMS_OFF })).toBe(400)
  expect(await turn(TOTP_OFF)).toBe(200)
  expect(await turn(SMS_OFF)).toBe(400)
  expect(await factorsOf(AccessToken)).toEqual([['SMS_MFA'], undefined])
  expect(await turn({ ...TOTP_ON, ...SMS_OFF })).toBe(200)

  // Has only codes by message and never confirmed an authenticator.
  const other = await mfa.aUserWithSms(identity)
  await mfa.prefer(identity, other, SMS_OFF)
  const { AccessToken: theirs } = mfa.tokensOf(await mfa.signInByPassword(identity, other.email))
  await mfa.prefer(identity, other, { SMSMfaSettings: { Enabled: true } })
  const rejected = await requiring.call('SetUserMFAPreference', { AccessToken: theirs, ...SMS_OFF })
  expect(rejected.body.message).toBe('MFA is required for the user pool')
})

test('codes to an unverified number do not count as the last second factor', async () => {
  const user = await mfa.aUserWithSms(identity)
  await mfa.prefer(identity, user, { SMSMfaSettings: { Enabled: false } })
  const { AccessToken } = await mfa.setUpAuthenticator(identity, user)
  await mfa.prefer(identity, user, { SMSMfaSettings: { Enabled: true } })
  await database.admin.query(
    `update identity.users set attributes = attributes - 'phone_number_verified' where sub = $1`,
    [user.username],
  )
  const { status } = await requiring.call('SetUserMFAPreference', { AccessToken, ...TOTP_OFF })
  expect(status).toBe(400)
  expect(await outcome(user.email, requiring)).toBe('SOFTWARE_TOKEN_MFA')
})

test('a pool without second factors rejects the set-up', async () => {
  const off = createTestProvider(database.pool, { mfa: 'off', clock: identity.now })
  const { AccessToken } = await signedIn()
  const { body } = await off.call('AssociateSoftwareToken', { AccessToken })
  expect(body.message).toBe('Software Token MFA has not been enabled by the userPool')
})

test("an administrator's reset deletes the authenticator and the wrong codes and ends no session", async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const challenge = await mfa.signInByPassword(identity, user.email)
  for (let i = 0; i < 5; i++) await mfa.respondToChallenge(identity, challenge, '000000')
  const pending = await associate(user.AccessToken)
  const open = await mfa.signInByPassword(identity, user.email)

  await mfa.prefer(identity, user, BOTH_OFF)
  expect(await factorsOf(user.AccessToken)).toEqual([undefined, undefined])
  const response = await mfa.respondToChallenge(identity, open, mfa.nextCode(identity, user.secret))
  expect(response.body.__type).toBe('NotAuthorizedException')
  expect(await confirm(user.AccessToken, mfa.codeIn(identity, pending, 0))).toBe(
    'SoftwareTokenMFANotFoundException',
  )
  const again = await identity.call('SetUserMFAPreference', { AccessToken: user.AccessToken, ...TOTP_ON })
  expect(again.body.message).toBe('User has not verified software token mfa')
  expect(await outcome(user.email)).toBe('signed in')
  expect(await outcome(user.email, requiring)).toBe('MFA_SETUP')

  const { secret } = await mfa.setUpAuthenticator(identity, user)
  const next = await mfa.signInByPassword(identity, user.email)
  const code = mfa.nextCode(identity, secret)
  const wrong = await mfa.respondToChallenge(identity, next, mfa.otherThan(code))
  expect(wrong.body.__type).toBe('CodeMismatchException')
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, next, code))).toBe('signed in')
})

test('of two factors the preferred one is required, by default the authenticator', async () => {
  const user = await mfa.aUserWithSms(identity)
  await mfa.prefer(identity, user, { SMSMfaSettings: { Enabled: false } })
  const { AccessToken } = await mfa.setUpAuthenticator(identity, user)
  const set = async (settings: object) => {
    await identity.call('SetUserMFAPreference', { AccessToken, ...settings })
    return [...((await factorsOf(AccessToken)) as unknown[]), await outcome(user.email)]
  }
  const both = ['SOFTWARE_TOKEN_MFA', 'SMS_MFA']
  const [totp, sms] = both
  expect(await set({ SMSMfaSettings: { Enabled: true } })).toEqual([both, totp, totp])
  expect(await set({ SMSMfaSettings: { Enabled: true, PreferredMfa: true } })).toEqual([both, sms, sms])
  expect(await set({ SMSMfaSettings: { Enabled: true, PreferredMfa: false } })).toEqual([
    both,
    undefined,
    totp,
  ])
  expect(await set({ ...TOTP_OFF })).toEqual([[sms], undefined, sms])
})

test.each([
  ['two preferred', { ...TOTP_ON, SMSMfaSettings: { Enabled: true, PreferredMfa: true } }],
  ['preferred but off', { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: true } }],
  ['codes by mail', { EmailMfaSettings: { Enabled: true } }],
  ['messages without a telephone', { SMSMfaSettings: { Enabled: true } }],
])('rejects %s and changes nothing', async (_, settings) => {
  const { AccessToken } = await mfa.aUserWithAuthenticator(identity)
  const { body } = await identity.call('SetUserMFAPreference', { AccessToken, ...settings })
  expect(body.__type).toBe('InvalidParameterException')
  expect(await factorsOf(AccessToken)).toEqual([['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA'])
})

test('administrators see the same factors as the user', async () => {
  const user = await mfa.aUserWithAuthenticator(identity)
  const found = await identity.sdk.send(
    new cognito.AdminGetUserCommand({ UserPoolId: USER_POOL_ID, Username: user.username }),
  )
  expect(found).toMatchObject({
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
  })
})
