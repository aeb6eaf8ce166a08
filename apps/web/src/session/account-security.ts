import { identity } from './identity.ts'
import type { Step } from './identity-library.ts'
import { isChallengeExpired } from './messages.ts'
import { endSession, endSessionIfOver } from './sign-out.ts'
import { useSession } from './store.ts'
import { bearer, storeToken, withLock } from './token-refresh.ts'

/**
 * What a signed-in person asks the identity provider about themselves. Errors are the provider's, for
 * `account-words.ts`; one after which the session is over has ended it by then.
 */
type Library = Awaited<ReturnType<typeof identity>>

/** Alone among all tabs: the library renews tokens by itself, and a renewal elsewhere is not to meet it. */
async function ask<T>(run: (library: Library) => Promise<T>): Promise<T> {
  // Renewed by us rather than by the library, where that is due.
  const token = await bearer()
  return withLock(async () => {
    try {
      return await run(await identity())
    } catch (error) {
      if (error instanceof Error && error.name === 'UserUnAuthenticatedException') endSession('expired')
      else if (error instanceof Error) endSessionIfOver(error.message, token)
      throw error
    }
  })
}

export function hasAuthenticator(): Promise<boolean> {
  return ask((library) => library.hasAuthenticator())
}

/** A secret in base32, for the screen alone. */
export function newAuthenticatorSecret(): Promise<string> {
  return ask((library) => library.newAuthenticatorSecret())
}

export function confirmAuthenticator(code: string): Promise<void> {
  return ask((library) => library.confirmAuthenticator(code))
}

export function removeAuthenticator(): Promise<void> {
  return ask((library) => library.removeAuthenticator())
}

/** The provider may end every session with it: `signInAgain` has to follow. */
export function changePassword(current: string, next: string): Promise<void> {
  return ask((library) => library.changePassword(current, next))
}

/** What came of signing in again: where a second factor is asked for, its code; `over` if nobody is signed in any more. */
export type SignInAgainResult = 'signed-in' | 'over' | 'authenticator-code' | { textMessageTo: string }

/** Signs in with the changed password. Where that fails nothing is thrown: the session ends. */
export function signInAgain(password: string): Promise<SignInAgainResult> {
  const { email } = useSession.getState().auth.userDetails
  return withLock(async () => {
    try {
      const library = await identity()
      await library.revokeEverywhere()
      return await entered(library, await library.startSignIn(email, password))
    } catch {
      return over()
    }
  })
}

/** Answers the sign-in after a changed password with a code. Throws while another code may be right. */
export function answerCode(code: string): Promise<SignInAgainResult> {
  return withLock(async () => {
    const library = await identity()
    try {
      return await entered(library, await library.answerChallenge(code))
    } catch (error) {
      if (isChallengeExpired(error)) return over()
      throw error
    }
  })
}

async function entered(library: Library, step: Step): Promise<SignInAgainResult> {
  if (step === 'authenticator-code' || (typeof step === 'object' && 'textMessageTo' in step)) return step
  const token = step === 'signed-in' ? await library.readToken(false) : undefined
  if (!token) return over()
  storeToken(token)
  return 'signed-in'
}

function over(): 'over' {
  endSession('expired')
  return 'over'
}
