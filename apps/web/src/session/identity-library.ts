import { Amplify, type AmplifyContext, createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  resetPassword,
  type SignInOutput,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger, Hub } from 'aws-amplify/utils'
import { config } from '../net/config.ts'
import { forgetSignInState } from './store.ts'

const { userPoolId, userPoolClientId, endpoint } = config().identity

// The library warns about any endpoint other than the cloud's, on every page.
ConsoleLogger.LOG_LEVEL = 'ERROR'

Amplify.configure({
  Auth: {
    Cognito: {
      userPoolId,
      userPoolClientId,
      // The library requires an absolute address; null means the cloud pool's endpoint.
      ...(endpoint === null ? {} : { userPoolEndpoint: new URL(endpoint, location.origin).href }),
    },
  },
})

/** The next step of a sign-in; `textMessageTo` is masked by the provider. */
export type Step =
  | 'signed-in'
  | 'new-password'
  | 'authenticator-code'
  | { textMessageTo: string }
  /** Secret in base32 of an authenticator that must be set up first. */
  | { authenticatorSecret: string }
  | 'reset-required'
  | 'unsupported'

async function stepOf({ nextStep }: SignInOutput): Promise<Step> {
  switch (nextStep.signInStep) {
    case 'DONE':
      return 'signed-in'
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return 'new-password'
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'authenticator-code'
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return { textMessageTo: nextStep.codeDeliveryDetails?.destination ?? '' }
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { authenticatorSecret: nextStep.totpSetupDetails.sharedSecret }
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      if (!nextStep.allowedMFATypes?.includes('TOTP')) return 'unsupported'
      return confirmChallenge('TOTP')
    case 'RESET_PASSWORD':
      return 'reset-required'
    default:
      return 'unsupported'
  }
}

export async function startSignIn(username: string, password: string): Promise<Step> {
  try {
    return await stepOf(await signIn({ username, password }))
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserAlreadyAuthenticatedException') throw error
    // Removes tokens of a session that ended without a sign-out, for example if its access could not be loaded.
    await signOut()
    return stepOf(await signIn({ username, password }))
  }
}

/** Context for a sign-in next to the current session; keeps its tokens in memory. */
function contextInMemory(): AmplifyContext {
  const { Auth } = Amplify.getConfig()
  if (!Auth) throw new Error('The identity library is not configured.')
  const items = new Map<string, string>()
  const tokenProvider = createUserPoolsTokenProvider(Auth, {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
    clear: async () => items.clear(),
  })
  return createAmplifyContext({ Auth }, { Auth: { tokenProvider } })
}

/** Next steps of a pool after a correct password. */
const AFTER_PASSWORD =
  /^(DONE|CONFIRM_SIGN_IN_WITH_(TOTP|SMS)_CODE|CONTINUE_SIGN_IN_WITH_(TOTP_SETUP|MFA_SETUP_SELECTION|MFA_SELECTION))$/

/**
 * Signs in with this password next to the current session. The tokens stay in memory and are revoked immediately.
 * Throws the sign-in error for a wrong password; `change-required` for a correct one that must be changed first.
 */
export async function checkPassword(
  username: string,
  password: string,
): Promise<'valid' | 'change-required'> {
  const context = contextInMemory()
  try {
    const { isSignedIn, nextStep } = await signIn(context, { username, password })
    if (isSignedIn) await signOut(context)
    return AFTER_PASSWORD.test(nextStep.signInStep) ? 'valid' : 'change-required'
  } finally {
    forgetSignInState()
  }
}

/** Confirms the challenge of the sign-in in progress with a new password or a code. */
export async function confirmChallenge(challengeResponse: string): Promise<Step> {
  return stepOf(await confirmSignIn({ challengeResponse }))
}

/** Sends a code; resolves to its destination, masked by the provider. */
export async function requestResetCode(username: string): Promise<string | undefined> {
  return (await resetPassword({ username })).nextStep.codeDeliveryDetails.destination
}

export async function resetWithCode(username: string, code: string, newPassword: string): Promise<void> {
  await confirmResetPassword({ username, confirmationCode: code, newPassword })
}

export type IdentityToken = {
  token: string
  expiration: number
  issuedAt: number
  email: string
  contact: string
  name: string
}

/** Error of the last refresh. After a permanent error the library returns a session without tokens. */
let refreshError: Error | undefined
Hub.listen('auth', ({ payload }) => {
  if (payload.event === 'tokenRefresh_failure') refreshError = payload.data?.error
})

/** The identity token; `forceRefresh` refreshes it. Undefined without a session. Throws the provider's error. */
export async function readToken(forceRefresh: boolean): Promise<IdentityToken | undefined> {
  refreshError = undefined
  const { tokens } = await fetchAuthSession({ forceRefresh })
  const token = tokens?.idToken
  // The listener above may have assigned it, which the compiler does not see.
  if (!token && refreshError) throw refreshError as Error
  if (!token) return undefined
  const { email, phone_number, given_name, family_name, exp, iat } = token.payload
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    token: token.toString(),
    expiration: exp ?? 0,
    issuedAt: iat ?? 0,
    email: text(email),
    contact: text(phone_number),
    name: `${text(given_name)} ${text(family_name)}`.trim(),
  }
}

/** Revokes the refresh token and removes all tokens. */
export function revoke(): Promise<void> {
  return signOut()
}

/** Revokes every refresh token of the user, and removes the tokens of this session. */
export function revokeEverywhere(): Promise<void> {
  return signOut({ global: true })
}

/**
 * Removes the tokens of this session, so that a changed password can start another. The embedded provider ended the other
 * sessions with the change; a cloud pool revokes every refresh token here.
 */
export function leaveForNewSession(): Promise<void> {
  return endpoint === null
    ? signOut({ global: true })
    : cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens()
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await updatePassword({ oldPassword, newPassword })
}

/** True if sign-in requires the code of an authenticator. */
export async function hasAuthenticator(): Promise<boolean> {
  return (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false
}

/**
 * The recent sign-in that is required to change the authenticator. The provider refuses access tokens of sessions older
 * than a few minutes.
 */
let recent: { context: AmplifyContext; isSignedIn: boolean } | undefined

async function recentStep(context: AmplifyContext, output: SignInOutput): Promise<Step> {
  if (recent?.context === context) recent.isSignedIn = output.isSignedIn
  // The user has left in the meantime.
  else if (output.isSignedIn) await signOut(context)
  return stepOf(output)
}

function recentContext(): AmplifyContext {
  if (recent) return recent.context
  throw Object.assign(new Error('The recent sign-in has ended.'), { name: 'UserUnAuthenticatedException' })
}

/** Signs in next to the current session, which continues. */
export async function startRecentSignIn(username: string, password: string): Promise<Step> {
  await endRecentSignIn()
  const context = contextInMemory()
  recent = { context, isSignedIn: false }
  return recentStep(context, await signIn(context, { username, password }))
}

/** Confirms the challenge of the recent sign-in with a code. */
export async function confirmRecentSignIn(challengeResponse: string): Promise<Step> {
  const context = recentContext()
  return recentStep(context, await confirmSignIn(context, { challengeResponse }))
}

/** Identity token of the recent sign-in; undefined if it has ended. */
export async function readRecentToken(): Promise<string | undefined> {
  if (!recent?.isSignedIn) return undefined
  const { tokens } = await fetchAuthSession(recent.context)
  return tokens?.idToken?.toString()
}

/** Revokes the tokens of the recent sign-in. */
export async function endRecentSignIn(): Promise<void> {
  const ended = recent
  if (!ended) return
  recent = undefined
  forgetSignInState()
  if (ended.isSignedIn) await signOut(ended.context)
}

/** Secret in base32 for a new authenticator, which replaces the current one when confirmed. */
export async function newAuthenticatorSecret(): Promise<string> {
  return (await setUpTOTP(recentContext())).sharedSecret
}

/** Enables the new authenticator with one of its codes. */
export async function confirmAuthenticator(code: string): Promise<void> {
  const context = recentContext()
  // The pool requires an authenticator, whose first code completes the sign-in.
  if (!recent?.isSignedIn) return void (await confirmRecentSignIn(code))
  await verifyTOTPSetup(context, { code })
  await updateMFAPreference(context, { totp: 'PREFERRED' })
}

export async function removeAuthenticator(): Promise<void> {
  await updateMFAPreference(recentContext(), { totp: 'DISABLED' })
}
