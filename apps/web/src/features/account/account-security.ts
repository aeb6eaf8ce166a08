import { accountEndpoints } from '@backoffice/contract/account'
import type { Reply } from '@backoffice/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { identity, withLock } from '../../session/identity.ts'
import type { Step } from '../../session/identity-library.ts'
import { isChallengeExpired } from '../../session/messages.ts'
import { endSession, endSessionIfOver } from '../../session/sign-out.ts'
import { useSession } from '../../session/store.ts'
import { getToken, storeToken } from '../../session/token-refresh.ts'
import { authenticatorMessage } from '../sign-in/authenticator.tsx'

export type OwnSession = Reply<typeof accountEndpoints.listSessions>['items'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(accountEndpoints.listSessions, { signal }),
})

export function endOwnSession(id: string) {
  return call(accountEndpoints.endSession, { body: { id } })
}

/** Ends every other session of the user. Returns true on success. */
export function endOtherSessions(): Promise<boolean> {
  return call(accountEndpoints.endOtherSessions, {}).then(
    () => true,
    () => false,
  )
}

export function reloadSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

type Library = Awaited<ReturnType<typeof identity>>

/** Runs an operation of the identity provider. Throws the provider's error, which may end the session. */
async function withProvider<T>(run: (library: Library) => Promise<T>): Promise<T> {
  // Refresh an expiring token here, because the library would refresh it without the lock.
  const token = await getToken()
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

export const withMessage =
  (messageOf: (error: unknown) => string) =>
  (error: unknown): never => {
    throw new ApiError(0, { code: 'identity_refused', detail: messageOf(error) })
  }

/** True if sign-in requires an authenticator code. */
export const authenticatorQuery = queryOptions({
  queryKey: ['account', 'authenticator'],
  queryFn: () =>
    withProvider((library) => library.hasAuthenticator()).catch(withMessage(authenticatorMessage)),
})

/** The session goes on with a refresh token that may have been copied. Call `signInAgain` next. */
export function changePassword(current: string, next: string): Promise<void> {
  return withProvider((library) => library.changePassword(current, next))
}

/** `over` means that the user is signed out. */
export type SignInAgainResult = 'signed-in' | 'over' | 'authenticator-code' | { textMessageTo: string }

/** Signs in with the changed password. An error ends the session instead of being thrown. */
export function signInAgain(password: string): Promise<SignInAgainResult> {
  const { email } = useSession.getState().auth.userDetails
  return withLock(async () => {
    try {
      const library = await identity()
      await library.leaveForNewSession()
      return await resultOf(library, await library.startSignIn(email, password))
    } catch {
      return over()
    }
  })
}

/** Submits a code after a password change. Throws if the user can retry with another code. */
export function submitCode(code: string): Promise<SignInAgainResult> {
  return withLock(async () => {
    const library = await identity()
    try {
      return await resultOf(library, await library.confirmChallenge(code))
    } catch (error) {
      if (isChallengeExpired(error)) return over()
      throw error
    }
  })
}

async function resultOf(library: Library, step: Step): Promise<SignInAgainResult> {
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
