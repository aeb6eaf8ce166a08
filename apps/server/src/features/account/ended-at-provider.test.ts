import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMBEDDED_POOL } from '../../adapters/identity/embedded.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let admin: cognito.CognitoIdentityProviderClient
beforeAll(async () => {
  system = await startTestSystem()
  admin = new cognito.CognitoIdentityProviderClient(system.identity.adminClientConfig)
})
beforeEach(() => {
  // The start of a second, so that the whole test runs within it.
  system.clock.offsetMs = 2_000 - (Date.now() % 1_000)
})
afterAll(() => system.stop())

const PASSWORD = 'Backoffice#2026'
type Tokens = { IdToken: string; AccessToken: string; RefreshToken: string }

/** A request from the browser's library directly to the provider. */
async function callProvider(operation: string, input: object) {
  const reply = await system.app.inject({
    method: 'POST',
    url: EMBEDDED_POOL.path,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    payload: JSON.stringify(input),
  })
  expect([operation, reply.statusCode]).toEqual([operation, 200])
  return reply.json()
}

const ClientId = EMBEDDED_POOL.userPoolClientId
const emailOf = (mailbox: string) => `${mailbox}@backoffice.test`

async function signIn(mailbox: string): Promise<Tokens> {
  const AuthParameters = { USERNAME: emailOf(mailbox), PASSWORD }
  const body = await callProvider('InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
  })
  return body.AuthenticationResult
}

async function call({ IdToken }: Tokens): Promise<string> {
  const authorization = `Bearer ${IdToken}`
  const reply = await system.app.inject(requestOf(api.access.getAccessPolicy, {}, { authorization }))
  return reply.statusCode === 200 ? 'accepted' : reply.json().code
}

const calls = (all: Tokens[]) => Promise.all(all.map(call))

/** A sign-in of an earlier second, two of the current one, and one of another user. */
async function signIns(mailbox: string) {
  const earlier = await signIn(mailbox)
  system.clock.offsetMs += 5_000
  const all = [earlier, await signIn(mailbox), await signIn(mailbox), await signIn('glass')] as const
  expect(await calls([...all])).toEqual(Array(4).fill('accepted'))
  return all
}

test('a revoked refresh token ends its session and renewed tokens, and no other session', async () => {
  const [earlier, here, there, other] = await signIns('agent')
  const renewed = await callProvider('GetTokensFromRefreshToken', {
    ClientId,
    RefreshToken: here.RefreshToken,
  })
  await callProvider('RevokeToken', { ClientId, Token: here.RefreshToken })
  expect(await calls([here, renewed.AuthenticationResult])).toEqual(['session_revoked', 'session_revoked'])
  expect(await calls([earlier, there, other])).toEqual(['accepted', 'accepted', 'accepted'])
  // A repeated call, as after a lost response, changes no access version.
  const version = () => system.pool.query('SELECT version FROM access_version')
  const { rows } = await version()
  await callProvider('RevokeToken', { ClientId, Token: here.RefreshToken })
  expect((await version()).rows).toEqual(rows)
})

test('signing out everywhere ends all sessions; a later sign-in in the same second is valid', async () => {
  const [earlier, here, there, other] = await signIns('supervisor')
  await callProvider('GlobalSignOut', { AccessToken: here.AccessToken })
  const after = await signIn('supervisor')
  expect(await calls([earlier, here, there])).toEqual(Array(3).fill('session_revoked'))
  expect(await calls([after, other])).toEqual(['accepted', 'accepted'])
})

test('a changed password ends all sessions except the one that changed it', async () => {
  const [earlier, here, there, other] = await signIns('auditor')
  system.clock.offsetMs += 5_000
  const later = await signIn('auditor')
  await callProvider('ChangePassword', {
    AccessToken: here.AccessToken,
    PreviousPassword: PASSWORD,
    ProposedPassword: PASSWORD,
  })
  const after = await signIn('auditor')
  expect(await calls([earlier, there, later])).toEqual(Array(3).fill('session_revoked'))
  expect(await calls([here, after, other])).toEqual(Array(3).fill('accepted'))
})

type Subject = { UserPoolId: string; Username: string }
test.each<[string, string, (subject: Subject) => Promise<unknown>]>([
  ['disables', 'viewer', (subject) => admin.send(new cognito.AdminDisableUserCommand(subject))],
  [
    'resets the password of',
    'lookup',
    (subject) => admin.send(new cognito.AdminResetUserPasswordCommand(subject)),
  ],
  [
    'sets the password of',
    'access',
    (subject) => admin.send(new cognito.AdminSetUserPasswordCommand({ ...subject, Password: PASSWORD })),
  ],
  ['signs out', 'admin', (subject) => admin.send(new cognito.AdminUserGlobalSignOutCommand(subject))],
  ['deletes', 'agent', (subject) => admin.send(new cognito.AdminDeleteUserCommand(subject))],
])('a provider administrator who %s a user ends all their sessions', async (_does, mailbox, end) => {
  const [earlier, here, there, other] = await signIns(mailbox)
  await end({ UserPoolId: EMBEDDED_POOL.userPoolId, Username: emailOf(mailbox) })
  expect(await calls([earlier, here, there])).toEqual(Array(3).fill('session_revoked'))
  expect(await call(other)).toBe('accepted')
})
