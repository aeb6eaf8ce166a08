import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  resetPassword,
  type SignInOutput,
  signIn,
  signOut,
} from 'aws-amplify/auth'
import { config } from '../config.ts'

const { userPoolId, userPoolClientId, endpoint } = config().identity

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
  | 'reset-required'
  | 'unsupported'

function stepOf({ nextStep }: SignInOutput): Step {
  switch (nextStep.signInStep) {
    case 'DONE':
      return 'signed-in'
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return 'new-password'
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'authenticator-code'
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return { textMessageTo: nextStep.codeDeliveryDetails?.destination ?? '' }
    case 'RESET_PASSWORD':
      return 'reset-required'
    default:
      return 'unsupported'
  }
}

export async function startSignIn(username: string, password: string): Promise<Step> {
  try {
    return stepOf(await signIn({ username, password }))
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

/** The identity token as it is now, or renewed; undefined when the session has ended. */
export async function readToken(forceRefresh: boolean): Promise<IdentityToken | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh })
  const token = tokens?.idToken
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
