import { endedBy, endSession } from './ending.ts'
import { identity } from './identity.ts'
import type { Step } from './identity-library.ts'
import { bearer, keep, withLock } from './renewal.ts'
import { useSession } from './store.ts'

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
      else if (error instanceof Error) endedBy(error.message, token)
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

/**
 * Signs in with the changed password, and gives back what is asked for besides. Where that fails nothing is thrown:
 * the session ends.
 */
export function signInAgain(password: string): Promise<Step> {
  const { email } = useSession.getState().auth.userDetails
  return withLock(async () => {
    try {
      const library = await identity()
      await library.revokeEverywhere()
      return await entered(library, await library.startSignIn(email, password))
    } catch {
      endSession('expired')
      return 'unsupported'
    }
  })
}

/** Answers the sign-in after a changed password with a code. */
export function answerCode(code: string): Promise<Step> {
  return withLock(async () => {
    const library = await identity()
    return entered(library, await library.answerChallenge(code))
  })
}

async function entered(library: Library, step: Step): Promise<Step> {
  if (step !== 'signed-in') return step
  const token = await library.readToken(false)
  if (token) keep(token)
  else endSession('expired')
  return step
}
