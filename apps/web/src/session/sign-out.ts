import { accountEndpoints } from '@backoffice/contract/endpoints/account'
import { pause } from '../net/backoff.ts'
import { call } from '../net/call.ts'
import { identity, isTokenUsable, withLock } from './identity.ts'
import { postEnd } from './other-tabs.ts'
import { effectiveEnd, type SessionEnd, statusOf } from './session-state.ts'
import { endsSession, reasonOf } from './sign-out-reasons.ts'
import { dispatch, useSession } from './store.ts'

/** After this long without an answer of the provider the tokens are forgotten all the same. */
const SIGN_OUT_WITHIN_MS = 3_000

/** Called when this page has to be left: its session has ended, in any tab, or another user has signed in. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  return useSession.subscribe(({ end }, before) => {
    if (end !== undefined && end !== before.end) listener(end)
  })
}

/** Ends the session in every tab, and clears everything that is stored. */
export function endSession(end: SessionEnd): void {
  const session = useSession.getState()
  // An interrupted page has no session that another tab could share.
  if (statusOf(session) !== 'interrupted') postEnd(effectiveEnd(session, end))
  dispatch({ type: 'ended', end })
}

/**
 * Ends the session if the message says that it is over, and answers whether it does. A message about a token that has
 * been replaced since says nothing about the session.
 */
export function endSessionIfOver(message: string, token: string): boolean {
  const isOver = endsSession(message) && token === useSession.getState().auth.token
  if (isOver) endSession(reasonOf({ message }))
  return isOver
}

/** Before a server ends the session: a call that is refused because of it, in any tab, is no unintended end. */
function announce(end: 'signed-out' | undefined): void {
  dispatch({ type: 'end-announced', end })
  postEnd(end)
}

/** Ends the session at the provider and on our server, if they answer, and in every tab. */
export async function signOut(): Promise<void> {
  announce('signed-out')
  // At once: a copied token is refused even while the provider does not answer or a refresh holds the lock.
  const endedHere = isTokenUsable(useSession.getState())
    ? call(accountEndpoints.endCurrentSession, {}).catch(() => undefined)
    : undefined
  await leave(async () => {
    await Promise.all([(await identity()).revoke(), endedHere])
  })
}

/** Ends every session of the user. Throws an `ApiError`, and signs out nowhere, if our server cannot end them. */
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
  // After a refresh in another tab: its tokens would outlive the sign-out.
  void withLock(revoke)
    .catch(() => undefined)
    .finally(() => revoked.abort())
  await pause(SIGN_OUT_WITHIN_MS, revoked.signal)
  endSession('signed-out')
}
