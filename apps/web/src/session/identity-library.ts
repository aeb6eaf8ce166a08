import { Amplify } from 'aws-amplify'
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
import { ConsoleLogger, Hub } from 'aws-amplify/utils'
import { config } from '../config.ts'

const { userPoolId, userPoolClientId, endpoint } = config().identity

// It warns of any endpoint that is not the cloud's own, at each page that signs somebody in.
ConsoleLogger.LOG_LEVEL = 'ERROR'

Amplify.configure({
  Auth: {
    Cognito: {
      userPoolId,
      userPoolClientId,
      // The library only takes an absolute address; null means the cloud pool's own.
      ...(endpoint === null ? {} : { userPoolEndpoint: new URL(endpoint, location.origin).href }),
    },
  },
})

/** What a sign-in wants next; of a text message, where it went, masked by the provider. */
export type Step =
  | 'signed-in'
  | 'new-password'
  | 'authenticator-code'
  | { textMessageTo: string }
  /** An authenticator has to be set up first, with this secret, in base32. */
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
      return answerChallenge('TOTP')
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
    // Left over from a session that ended without a sign-out, such as a role that could not be read.
    await signOut()
    return stepOf(await signIn({ username, password }))
  }
}

/** Answers the challenge of the sign-in under way: a new password, or a code. */
export async function answerChallenge(challengeResponse: string): Promise<Step> {
  return stepOf(await confirmSignIn({ challengeResponse }))
}

/** Has a code sent; where to, masked by the provider. */
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

/** Why the provider refused the last refresh: where it did so for good, the library answers with no session alone. */
let refusal: Error | undefined
Hub.listen('auth', ({ payload }) => {
  if (payload.event === 'tokenRefresh_failure') refusal = payload.data?.error
})

/** The identity token as it is now, or renewed; undefined when there is none. Throws what the provider refuses. */
export async function readToken(forceRefresh: boolean): Promise<IdentityToken | undefined> {
  refusal = undefined
  const { tokens } = await fetchAuthSession({ forceRefresh })
  const token = tokens?.idToken
  // Written by the listener above meanwhile, which the compiler does not see.
  if (!token && refusal) throw refusal as Error
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

/** Revokes the refresh token and forgets all of them. */
export function revoke(): Promise<void> {
  return signOut()
}

/** Ends every session of whoever is signed in, and forgets the tokens of this one. */
export function revokeEverywhere(): Promise<void> {
  return signOut({ global: true })
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await updatePassword({ oldPassword, newPassword })
}

/** Whether sign-in asks for the code of an authenticator. */
export async function hasAuthenticator(): Promise<boolean> {
  return (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false
}

/** A secret in base32, for a new authenticator. One in use stays so until this one is confirmed. */
export async function newAuthenticatorSecret(): Promise<string> {
  return (await setUpTOTP()).sharedSecret
}

/** Takes the new authenticator into use: with a code it showed. */
export async function confirmAuthenticator(code: string): Promise<void> {
  await verifyTOTPSetup({ code })
  await updateMFAPreference({ totp: 'PREFERRED' })
}

export async function removeAuthenticator(): Promise<void> {
  await updateMFAPreference({ totp: 'DISABLED' })
}
