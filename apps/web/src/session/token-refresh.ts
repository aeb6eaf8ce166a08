import { accessEndpoints } from '@backoffice/contract/access'
import { pause } from '../net/backoff.ts'
import { call, setAuthorizer } from '../net/call.ts'
import { identity, isTokenUsable, nowSeconds, restoreClock, setClock, withLock } from './identity.ts'
import type { IdentityToken } from './identity-library.ts'
import { endFromOtherTab } from './other-tabs.ts'
import { needsRefresh, type SignOutReason } from './session-state.ts'
import { endSession, endSessionIfOver } from './sign-out.ts'
import { isPermanentError, reasonOf } from './sign-out-reasons.ts'
import { dispatch, hasStoredSession, sessionStatus, syncFromStorage, useSession } from './store.ts'

/** `failed`: a later try may succeed. */
export type RefreshResult = 'refreshed' | 'ended' | 'failed'

/** `localStorage` writes reach other tabs later than the Web Lock is granted. */
const STORAGE_DELAY_MS = 100

const auth = () => useSession.getState().auth

export function storeToken({ issuedAt, ...token }: IdentityToken): void {
  setClock(issuedAt)
  dispatch({ type: 'token-stored', ...token })
}

/**
 * Loads the access of the token's user, which authenticates them, unless a due refresh of the token has failed. Throws
 * an `ApiError`.
 */
export async function loadAccess(isRefreshed: boolean): Promise<void> {
  const { email } = auth().userDetails
  const { modules, policies } = await call(accessEndpoints.getAccessPolicy, {})
  const isTokenFresh = isRefreshed || !isRefreshDue()
  dispatch({ type: 'access-loaded', email, modules, policies, isTokenFresh })
}

export function isRefreshDue(): boolean {
  return needsRefresh(auth().tokenExpiration, nowSeconds())
}

/** Calls share the pending promise of an earlier call. */
export function sharePending<T>(run: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= run().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/**
 * Refreshes the token, one refresh at a time across all tabs, because a refresh token may be valid only once. Ends the
 * session if the provider reports that it is over; after any other failure the session is not authenticated. Never
 * rejects.
 */
export const refreshToken = sharePending((): Promise<RefreshResult> => {
  const stale = auth().token
  return withLock(() => refreshWithLock(stale))
})

async function refreshWithLock(stale: string): Promise<RefreshResult> {
  if (!hasStoredSession()) return endedByOtherTab()
  // Another tab may have refreshed the token while this one waited for the lock.
  syncFromStorage()
  restoreClock()
  if (auth().token !== stale && !isRefreshDue()) return 'refreshed'
  try {
    const token = await (await identity()).readToken(true)
    return token ? await storeUnlessOver(token) : ended('expired')
  } catch (error) {
    if (isPermanentError(error)) return ended(reasonOf(error))
    dispatch({ type: 'refresh-failed' })
    return 'failed'
  }
}

/** Stores the token, unless another tab has signed out during the refresh. */
async function storeUnlessOver(token: IdentityToken): Promise<RefreshResult> {
  if (!hasStoredSession()) {
    await (await identity()).revoke().catch(() => undefined)
    return endedByOtherTab()
  }
  storeToken(token)
  // Hold the lock, so that the next holder reads the new token.
  await pause(STORAGE_DELAY_MS)
  return 'refreshed'
}

function ended(reason: SignOutReason): 'ended' {
  endSession(reason)
  return 'ended'
}

async function endedByOtherTab(): Promise<'ended'> {
  await endFromOtherTab()
  return 'ended'
}

/**
 * The token to send; empty when signed out. Refreshes an expired token first. An interrupted page waits without a limit
 * until its user has signed in again.
 */
export async function getToken(): Promise<string> {
  if (sessionStatus() === 'interrupted') await tokenOtherThan('')
  const { token } = auth()
  return token === '' || isTokenUsable(useSession.getState()) ? token : refreshedToken(token)
}

/** Resolves to a token other than the refused one; empty if the session is over. */
export async function refreshedToken(refused: string): Promise<string> {
  if (auth().token === refused && (await refreshToken()) === 'failed') await tokenOtherThan(refused)
  return auth().token
}

/** Also resolves if the session is over and the page does not stay. */
function tokenOtherThan(stale: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = useSession.subscribe(check)
    function check() {
      if (auth().token === stale && sessionStatus() !== 'signed-out') return
      stop()
      resolve()
    }
    check()
  })
}

setAuthorizer({
  getToken,
  refreshToken: refreshedToken,
  endSessionIfOver,
  isInterrupted: () => sessionStatus() === 'interrupted',
})
