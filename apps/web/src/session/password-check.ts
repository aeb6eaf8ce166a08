import { Amplify, createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import { signIn, signOut } from 'aws-amplify/auth'
import { sharedInMemoryStorage } from 'aws-amplify/utils'
import { forgetSignInState } from './sign-out.ts'
import './identity-library.ts'

/** What a pool goes on to once the password is found right. */
const AFTER_THE_PASSWORD =
  /^(DONE|CONFIRM_SIGN_IN_WITH_(TOTP|SMS)_CODE|CONTINUE_SIGN_IN_WITH_(TOTP_SETUP|MFA_SETUP_SELECTION|MFA_SELECTION))$/

/**
 * Signs in with this password beside the session that goes on: tokens stay in memory and are revoked at once. Throws
 * as a sign-in does when it is not the account's; `to-be-changed` when it is, and no longer good for anything else.
 */
export async function checkPassword(username: string, password: string): Promise<'right' | 'to-be-changed'> {
  const { Auth } = Amplify.getConfig()
  if (!Auth) throw new Error('The identity library is not configured.')
  const tokenProvider = createUserPoolsTokenProvider(Auth, sharedInMemoryStorage)
  const apart = createAmplifyContext({ Auth }, { Auth: { tokenProvider } })
  try {
    const { isSignedIn, nextStep } = await signIn(apart, { username, password })
    if (isSignedIn) await signOut(apart)
    return AFTER_THE_PASSWORD.test(nextStep.signInStep) ? 'right' : 'to-be-changed'
  } finally {
    forgetSignInState()
  }
}
