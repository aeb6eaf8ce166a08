import { Amplify } from 'aws-amplify'
import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'
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

export type Step = 'signed-in' | 'new-password' | 'reset-required' | 'unsupported'

function stepOf(name: string): Step {
  if (name === 'DONE') return 'signed-in'
  if (name === 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') return 'new-password'
  return name === 'RESET_PASSWORD' ? 'reset-required' : 'unsupported'
}

export async function startSignIn(username: string, password: string): Promise<Step> {
  try {
    return stepOf((await signIn({ username, password })).nextStep.signInStep)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserAlreadyAuthenticatedException') throw error
    // Left over from a session that ended without a sign-out, such as a role that could not be read.
    await signOut()
    return stepOf((await signIn({ username, password })).nextStep.signInStep)
  }
}

export async function answerNewPassword(password: string): Promise<Step> {
  return stepOf((await confirmSignIn({ challengeResponse: password })).nextStep.signInStep)
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
