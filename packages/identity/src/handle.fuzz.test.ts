import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { propertyRuns } from './testing/property-runs.ts'
import { CLIENT_ID, createTestProvider, type TestProvider, USER_POOL_ID } from './testing/provider.ts'
import { aUserWithAuthenticator, aUserWithSms, signInByPassword, tokensOf } from './testing/second-factor.ts'

let database: TestDatabase
let identity: TestProvider
let email: string
let accessToken: string
const ACCESS_TOKEN = 'an-access-token'
/** A sealed session of each step, by its placeholder. */
const SESSIONS: Record<string, string> = { 'totp-session': '', 'sms-session': '', 'set-up-session': '' }

beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
  email = (await identity.aUser()).email
  // Belongs to another user, so that requests for the first do not end it.
  const other = await identity.aUser()
  accessToken = tokensOf(await signInByPassword(identity, other.email)).AccessToken
  const sessionOf = async (name: string, at = identity) =>
    String((await signInByPassword(at, name)).body.Session)
  const requiring = createTestProvider(database.pool, { mfa: 'required' })
  SESSIONS['totp-session'] = await sessionOf((await aUserWithAuthenticator(identity)).email)
  SESSIONS['sms-session'] = await sessionOf((await aUserWithSms(identity)).email)
  SESSIONS['set-up-session'] = await sessionOf((await identity.aUser()).email, requiring)
})
afterAll(() => database.drop())

const PREFIX = 'AWSCognitoIdentityProviderService.'
const PUBLIC = [
  'InitiateAuth',
  'RespondToAuthChallenge',
  'ForgotPassword',
  'ConfirmForgotPassword',
  'GetTokensFromRefreshToken',
  'RevokeToken',
  'GlobalSignOut',
  'GetUser',
  'ChangePassword',
  'AssociateSoftwareToken',
  'VerifySoftwareToken',
  'SetUserMFAPreference',
]
const ADMIN = ['CreateUser', 'GetUser', 'SetUserPassword', 'ResetUserPassword', 'UpdateUserAttributes']
  .map((name) => `Admin${name}`)
  .concat('AdminSetUserMFAPreference', 'ListUsers')

const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', 'a'.repeat(5000), 'AAAA', '%_\\', "' or 1=1 --"),
  fc.base64String({ maxLength: 200 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { length: -1 }, [{}], [null]),
)
/** Mostly expected values, so that requests pass the first checks. */
const mostly = (...expected: string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...expected), weight: 3 }, { arbitrary: strange, weight: 1 })

const name = fc.oneof(fc.constantFrom('known@example.test', 'unknown@example.test'), fc.uuid(), strange)
const code = mostly('123456', '000000')
const session = mostly(...Object.keys(SESSIONS))
const setting = fc.oneof(
  fc.record({ Enabled: fc.boolean(), PreferredMfa: fc.boolean() }, { requiredKeys: [] }),
  fc.record({ Enabled: strange, PreferredMfa: strange }),
  strange,
)
const password = mostly('Backoffice#2026', 'Wrong#Password1')
const attributes = fc.oneof(
  fc.array(fc.record({ Name: mostly('email', 'email_verified', 'name', 'custom:x'), Value: strange }), {
    maxLength: 3,
  }),
  strange,
)
const input = fc.record(
  {
    ClientId: mostly(CLIENT_ID),
    UserPoolId: mostly(USER_POOL_ID),
    AuthFlow: mostly('USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH', 'CUSTOM_AUTH'),
    AuthParameters: fc.oneof(
      fc.record({
        USERNAME: name,
        PASSWORD: password,
        SRP_A: mostly('2', 'ff', '0'),
        REFRESH_TOKEN: strange,
      }),
      strange,
    ),
    ChallengeName: mostly(
      'PASSWORD_VERIFIER',
      'NEW_PASSWORD_REQUIRED',
      'SOFTWARE_TOKEN_MFA',
      'SMS_MFA',
      'MFA_SETUP',
    ),
    ChallengeResponses: fc.oneof(
      fc.record({
        USERNAME: name,
        NEW_PASSWORD: password,
        PASSWORD_CLAIM_SECRET_BLOCK: strange,
        PASSWORD_CLAIM_SIGNATURE: strange,
        TIMESTAMP: strange,
        SOFTWARE_TOKEN_MFA_CODE: code,
        SMS_MFA_CODE: code,
      }),
      strange,
    ),
    Session: session,
    Username: name,
    Password: password,
    TemporaryPassword: password,
    Permanent: fc.oneof(fc.boolean(), strange),
    UserAttributes: attributes,
    MessageAction: mostly('SUPPRESS', 'RESEND'),
    ConfirmationCode: code,
    UserCode: code,
    SoftwareTokenMfaSettings: setting,
    SMSMfaSettings: setting,
    EmailMfaSettings: setting,
    AccessToken: mostly(ACCESS_TOKEN),
    RefreshToken: strange,
    Token: strange,
    PreviousPassword: password,
    ProposedPassword: password,
    Filter: mostly('email = "a"', 'name ^= "%\\""', 'sub = "x"'),
    Limit: fc.oneof(fc.integer(), strange),
    PaginationToken: strange,
  },
  { requiredKeys: ['ClientId', 'UserPoolId'] },
)

function expectProtocolReply(status: number, body: string): void {
  expect([200, 400]).toContain(status)
  const reply = JSON.parse(body)
  if (status === 400) expect(reply).toEqual({ __type: expect.any(String), message: expect.any(String) })
  // Emptied, so that a failure does not fail later tests too.
  expect(identity.errors.splice(0)).toEqual([])
}

const withEmail = (text: string) => text.replaceAll('known@example.test', email)

/** Replaces placeholders by values of the running provider. */
function fillIn(text: string): string {
  const filled = withEmail(text).replaceAll(ACCESS_TOKEN, accessToken)
  return Object.entries(SESSIONS).reduce((result, [name, known]) => result.replaceAll(name, known), filled)
}

test('no body causes an internal error in a public operation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PUBLIC), input, async (operation, body) => {
      // These would end the session, and later requests would only get as far as the token.
      const keepsSession = !['GlobalSignOut', 'ChangePassword'].includes(operation)
      const text = JSON.stringify(body)
      const request = {
        target: PREFIX + operation,
        body: keepsSession ? fillIn(text) : withEmail(text),
        ip: '192.0.2.1',
      }
      const response = await identity.provider.handle(request)
      expectProtocolReply(response.status, response.body)
    }),
    { numRuns: propertyRuns(1500) },
  )
}, 60_000)

test('no body causes an internal error in an admin operation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ADMIN), input, async (operation, body) => {
      const request = {
        headers: { 'x-amz-target': PREFIX + operation },
        body: fillIn(JSON.stringify(body)),
      }
      const { response } = await identity.provider.adminRequestHandler.handle(request)
      expectProtocolReply(response.statusCode, Buffer.from(response.body).toString())
    }),
    { numRuns: propertyRuns(700) },
  )
}, 60_000)

test('no bytes, target or address causes an internal error', async () => {
  const target = fc.option(
    fc.oneof(fc.string(), fc.constantFrom(`${PREFIX}GetUser`, `${PREFIX}constructor`)),
    {
      nil: undefined,
    },
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string(),
    fc.json(),
    fc.constant('x'.repeat(20_000)),
  )
  await fc.assert(
    fc.asyncProperty(target, body, fc.oneof(fc.string(), fc.ipV6()), async (aTarget, aBody, ip) => {
      const response = await identity.provider.handle({ target: aTarget, body: aBody, ip })
      expectProtocolReply(response.status, response.body)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('admin operations are not available over HTTP', async () => {
  for (const operation of [
    ...ADMIN,
    'AdminDeleteUser',
    'AdminDisableUser',
    'AdminUserGlobalSignOut',
    'SignUp',
  ]) {
    const { status, body } = await identity.call(operation, { UserPoolId: USER_POOL_ID, Username: email })
    expect([status, body.__type]).toEqual([400, 'UnknownOperationException'])
  }
})
