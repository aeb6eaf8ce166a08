import { accessEndpoints } from '@backoffice/contract/endpoints/access'
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
 * Loads the access of the token's user, and by that authenticates them, unless a due refresh of the token has failed.
 * Throws an `ApiError`.
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

/** Calls made while the promise of an earlier one is pending share it. */
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
 * Refreshes the token: one refresh at a time, in this tab and among all tabs, because a refresh token may be valid for
 * one use only. Ends the session where the provider says that it is over; where the refresh fails otherwise, the
 * session is no longer authenticated. Never rejects.
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

/** A refresh that was in flight while another tab signed out must not restore the session. */
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
 * The token to send now; empty when signed out. One that has expired is refreshed first. An interrupted page waits
 * until its user has signed in again, without a limit.
 */
export async function getToken(): Promise<string> {
  if (sessionStatus() === 'interrupted') await tokenOtherThan('')
  const { token } = auth()
  return token === '' || isTokenUsable(useSession.getState()) ? token : refreshedToken(token)
}

/** A token other than the refused one, as soon as there is one; empty once the session is over. */
export async function refreshedToken(refused: string): Promise<string> {
  if (auth().token === refused && (await refreshToken()) === 'failed') await tokenOtherThan(refused)
  return auth().token
}

/** Also resolves once the session is over and the page does not stay. */
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
  endsSession: endSessionIfOver,
  isInterrupted: () => sessionStatus() === 'interrupted',
})
