import { accountEndpoints } from '@backoffice/contract/account'
import { pause } from '../net/backoff.ts'
import { call } from '../net/call.ts'
import { identity, isTokenUsable, withLock } from './identity.ts'
import { postEnd } from './other-tabs.ts'
import { effectiveEnd, type SessionEnd, statusOf } from './session-state.ts'
import { isSessionOver, reasonOf } from './sign-out-reasons.ts'
import { dispatch, useSession } from './store.ts'

/** Longest wait for the provider; then the tokens are removed anyway. */
const SIGN_OUT_WITHIN_MS = 3_000

/**
 * Calls the listener when this page must be left, because its session has ended in any tab, or another user has signed
 * in. `email`: address of the user of that session.
 */
export function onSessionEnd(listener: (end: SessionEnd, email: string) => void): () => void {
  return useSession.subscribe(({ end }, before) => {
    if (end !== undefined && end !== before.end) listener(end, before.auth.userDetails.email)
  })
}

/** Ends the session in every tab, and clears the storage. */
export function endSession(end: SessionEnd): void {
  const session = useSession.getState()
  // An interrupted page has no session that another tab could share.
  if (statusOf(session) !== 'interrupted') postEnd(effectiveEnd(session, end))
  dispatch({ type: 'ended', end })
}

/**
 * Ends the session if the message means that it is over. Returns true if so. Ignores messages about a token that was
 * replaced in the meantime.
 */
export function endSessionIfOver(message: string, token: string): boolean {
  const isOver = isSessionOver(message) && token === useSession.getState().auth.token
  if (isOver) endSession(reasonOf({ message }))
  return isOver
}

/** Announces the end before a server ends the session, so that refused calls in any tab are not an unintended end. */
function announce(end: 'signed-out' | undefined): void {
  dispatch({ type: 'end-announced', end })
  postEnd(end)
}

/** Ends the session at the provider and on our server, if they respond, and in every tab. */
export async function signOut(): Promise<void> {
  announce('signed-out')
  // Immediately, so that a copied token is refused even if the provider does not respond or a refresh holds the lock.
  const endedHere = isTokenUsable(useSession.getState())
    ? call(accountEndpoints.endCurrentSession, {}).catch(() => undefined)
    : undefined
  await leave(async () => {
    await Promise.all([(await identity()).revoke(), endedHere])
  })
}

/** Ends every session of the user. If our server cannot end them, throws an `ApiError` and ends none. */
export async function signOutEverywhere(): Promise<void> {
  announce('signed-out')
  try {
    await call(accountEndpoints.endAllSessions, {})
  } catch (error) {
    announce(undefined)
    throw error
  }
  await leave(async () => (await identity()).revokeEverywhere())
}

async function leave(revoke: () => Promise<unknown>): Promise<void> {
  const revoked = new AbortController()
  // Waits for a refresh in another tab, whose tokens would outlive the sign-out.
  void withLock(revoke)
    .catch(() => undefined)
    .finally(() => revoked.abort())
  await pause(SIGN_OUT_WITHIN_MS, revoked.signal)
  endSession('signed-out')
}
