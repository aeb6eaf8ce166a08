import type { Access } from '@backoffice/contract/access'
import { backoffMs, pause } from '../net/backoff.ts'
import { onReconnect } from '../net/connectivity.ts'
import { identity, isTokenUsable, nowSeconds, restoreClock, withLock } from './identity.ts'
import { watchOtherTabs } from './other-tabs.ts'
import { isSameAccess, type Session, secondsToRefresh } from './session-state.ts'
import {
  dispatch,
  hasStoredSession,
  IDLE_TIME_UNKNOWN,
  markActive,
  sessionStatus,
  useSession,
} from './store.ts'
import { isRefreshDue, loadAccess, refreshToken, sharePending, storeToken } from './token-refresh.ts'

/** Between two tries of a refresh; the identity library's own cap. */
const LONGEST_WAIT_MS = 5_000
/** Taken off the longest wait, so that tabs and machines do not retry in step. */
const JITTER_MS = 1_000

async function refreshAccess(isRefreshed: boolean): Promise<void> {
  await loadAccess(isRefreshed).catch(() => dispatch({ type: 'refresh-failed' }))
}

/** Refreshes a token that is due, and loads the access again. */
const refresh = sharePending(async () => {
  const isDue = isRefreshDue()
  if (isDue && (await refreshToken()) !== 'refreshed') return
  await refreshAccess(isDue)
})

/** The server says what the user may do now: where this page knows otherwise, it is loaded again, for all tabs. */
export async function followAccess(access: Access): Promise<void> {
  if (sessionStatus() !== 'signed-in' || isSameAccess(useSession.getState().auth.userDetails, access)) return
  await refreshAccess(false)
}

/** For a navigation: tries the refresh once more, and answers whether the user is authenticated by then. */
export async function refreshWithin(limitMs: number): Promise<boolean> {
  await Promise.race([refresh(), pause(limitMs)])
  return sessionStatus() === 'signed-in'
}

/** Asks the user to sign in again, until a refresh succeeds. */
export function reauthenticate(): void {
  dispatch({ type: 'reauthentication-requested' })
}

let timer: ReturnType<typeof setTimeout> | undefined
let wake = new AbortController()

/** Plans the next refresh, or starts retrying one that failed. */
function schedule(): void {
  clearTimeout(timer)
  const status = sessionStatus()
  const { tokenExpiration } = useSession.getState().auth
  if (status === 'signed-in')
    timer = setTimeout(refresh, secondsToRefresh(tokenExpiration, nowSeconds()) * 1000)
  if (status === 'waiting') void retryRefresh()
}

/** Retries the refresh until it succeeds or the session is over. Never rejects. */
const retryRefresh = sharePending(async () => {
  for (let retry = 1; sessionStatus() === 'waiting'; retry++) {
    wake = new AbortController()
    await pause(backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS - Math.random() * JITTER_MS, wake.signal)
    if (sessionStatus() === 'waiting') await refresh()
  }
})

/** Shared by every tab with a screen, so that a tab without one can find out that there is no other. */
const SCREENS_LOCK = 'session-screens'

export function holdScreenLock(): void {
  navigator.locks
    .request(SCREENS_LOCK, { mode: 'shared' }, () => new Promise<never>(() => undefined))
    // Rejected only when the page is left.
    .catch(() => undefined)
}

/** Clears `auth` without a message. Skipped while another tab is still refreshing, with its screen and unsaved changes. */
async function giveUp(): Promise<void> {
  await navigator.locks.request(SCREENS_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) dispatch({ type: 'restore-failed' })
  })
}

/** After a restore that failed for a passing reason the identity library still has its tokens. */
async function restoreFromLibrary(): Promise<void> {
  if (!hasStoredSession()) return
  const token = await withLock(async () => (await identity()).readToken(true)).catch(() => undefined)
  // The user may have signed in meanwhile.
  if (!token || sessionStatus() !== 'signed-out') return
  storeToken(token)
  // The idle time is lost with the stored session: lock at once.
  markActive(IDLE_TIME_UNKNOWN)
  await loadAccess(true).catch(giveUp)
}

/**
 * Restores the stored session, and refreshes its token if that is due. A session that cannot be restored is cleared
 * without a message. A refresh that fails while the token is still usable clears nothing: the session is no longer
 * authenticated, and the refresh is retried.
 */
async function restore(): Promise<void> {
  restoreClock()
  const status = sessionStatus()
  if (status === 'signed-out') await restoreFromLibrary()
  else {
    const isDue = isRefreshDue()
    const isRefreshed = !isDue || (await refreshToken()) === 'refreshed'
    if (isRefreshed) {
      const access = refreshAccess(isDue)
      // The stored access is good enough to render with; the server decides on every call.
      if (status === 'waiting') await access
    }
    const isAccessMissing = isRefreshed && status === 'waiting' && sessionStatus() === 'waiting'
    if (!isTokenUsable(useSession.getState()) || isAccessMissing) await giveUp()
  }
  schedule()
}

/** At the load of any page: resolves once the session is restored or cleared. */
export const restoreSession = sharePending(async () => {
  if (useSession.getState().isRestored) return
  await restore().finally(() => dispatch({ type: 'restored' }))
})

function isChanged(now: Session, before: Session): boolean {
  return now.auth !== before.auth || now.isAuthenticated !== before.isAuthenticated
}

/** Other tabs sign in and out too, and timers do not run while a computer sleeps. */
export function startSessionRefresh(): void {
  watchOtherTabs()
  useSession.subscribe((now, before) => {
    if (isChanged(now, before)) schedule()
  })
  const onReturn = () => {
    if (document.hidden) return
    wake.abort()
    if (sessionStatus() === 'signed-in' && isRefreshDue()) void refresh()
  }
  document.addEventListener('visibilitychange', onReturn)
  addEventListener('focus', onReturn)
  addEventListener('online', onReturn)
  onReconnect(onReturn)
}
