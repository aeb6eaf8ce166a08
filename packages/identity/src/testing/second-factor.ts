import { AdminSetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider'
import { codeShownAt } from './authenticator.ts'
import { PASSWORD, type Reply, type TestProvider, USER_POOL_ID } from './provider.ts'

export const STEP_MS = 30_000
const PHONE = '+639170001234'

type User = { email: string; username: string }

export function signInByPassword(identity: TestProvider, email: string, password = PASSWORD): Promise<Reply> {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  return identity.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
}

export function tokensOf({ body }: Reply): { AccessToken: string; RefreshToken: string; IdToken: string } {
  const {
    AccessToken = '',
    RefreshToken = '',
    IdToken = '',
  } = (body.AuthenticationResult ?? {}) as Record<string, string>
  return { AccessToken, RefreshToken, IdToken }
}

/** Code of the authenticator, `steps` from now. */
export function codeIn(identity: TestProvider, secret: string, steps: number): string {
  return codeShownAt(secret, identity.now() + steps * STEP_MS)
}

/** Advances the clock to the next code, because each is accepted once. */
export function nextCode(identity: TestProvider, secret: string): string {
  identity.advance(STEP_MS)
  return codeIn(identity, secret, 0)
}

/** Associates, confirms and prefers an authenticator. Returns its secret. */
export async function setUpAuthenticator(
  identity: TestProvider,
  user: User,
): Promise<{ secret: string; AccessToken: string }> {
  const { AccessToken } = tokensOf(await signInByPassword(identity, user.email))
  const { body } = await identity.call('AssociateSoftwareToken', { AccessToken })
  const secret = String(body.SecretCode)
  await identity.call('VerifySoftwareToken', { AccessToken, UserCode: codeShownAt(secret, identity.now()) })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
  return { secret, AccessToken }
}

/** A user whose second factor is an authenticator app. */
export async function aUserWithAuthenticator(
  identity: TestProvider,
): Promise<User & { secret: string; AccessToken: string }> {
  const user = await identity.aUser()
  return { ...user, ...(await setUpAuthenticator(identity, user)) }
}

/** A user whose second factor is a message to their telephone. */
export async function aUserWithSms(identity: TestProvider): Promise<User> {
  const user = await identity.aUser({
    attributes: { phone_number: PHONE, phone_number_verified: 'true' },
  })
  await prefer(identity, user, { SMSMfaSettings: { Enabled: true, PreferredMfa: true } })
  return user
}

/** Changes the preference as an administrator. */
export function prefer(identity: TestProvider, user: User, settings: object): Promise<object> {
  const subject = { UserPoolId: USER_POOL_ID, Username: user.username }
  return identity.sdk.send(new AdminSetUserMFAPreferenceCommand({ ...subject, ...settings }))
}

export function respondToChallenge(
  identity: TestProvider,
  challenge: Reply,
  code: string,
  ChallengeName = challenge.body.ChallengeName,
): Promise<Reply> {
  const ChallengeResponses = { USERNAME: 'x', [`${ChallengeName}_CODE`]: code }
  return identity.call('RespondToAuthChallenge', {
    ChallengeName,
    Session: challenge.body.Session,
    ChallengeResponses,
  })
}

/** Outcome of a response in one word. */
export function outcomeOf({ body }: Reply): unknown {
  return body.AuthenticationResult ? 'signed in' : (body.ChallengeName ?? body.__type)
}

/** Last code sent to the telephone, if any. */
export function sentCode({ outbox }: TestProvider, user: User): string | undefined {
  const sent = outbox.findLast(
    (message) => message.kind === 'sign-in-code' && message.username === user.username,
  )
  return sent?.kind === 'sign-in-code' ? sent.code : undefined
}

export const otherThan = (code = '') => (code === '111111' ? '222222' : '111111')
