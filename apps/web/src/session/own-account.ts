import { accountEndpoints } from '@backoffice/contract/endpoints/account'
import { call } from '../api/call.ts'
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

/** What is asked before this browser counts as signed in again, and whether everywhere else is signed out. */
export type Changed = { step: Step; othersEnded: boolean }

/**
 * Sets another password, ends every session, and signs in again with the new password. Once the password is changed
 * nothing is thrown: a sign-in that fails ends the session.
 */
export async function changePassword(current: string, next: string): Promise<Changed> {
  const { email } = useSession.getState().auth.userDetails
  await ask((library) => library.changePassword(current, next))
  const othersEnded = await call(accountEndpoints.endAllSessions, {}).then(
    () => true,
    () => false,
  )
  const step = await withLock(async (): Promise<Step> => {
    try {
      const library = await identity()
      await library.revokeEverywhere()
      return await entered(library, await library.startSignIn(email, next))
    } catch {
      endSession('expired')
      return 'unsupported'
    }
  })
  return { step, othersEnded }
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
