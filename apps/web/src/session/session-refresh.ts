import { type Access, isPermission, may } from '@backoffice/contract/access'
import type { ApiError } from '../net/api-error.ts'
import { backoffMs, pause } from '../net/backoff.ts'
import { onAccessDenied } from '../net/call.ts'
import { onReconnect } from '../net/connectivity.ts'
import { identity, nowSeconds, restoreClock, withLock } from './identity.ts'
import type { IdentityToken } from './identity-library.ts'
import { watchOtherTabs } from './other-tabs.ts'
import { isSameAccess, needsRefresh, type Session, secondsToRefresh } from './session-state.ts'
import { isServiceFault } from './sign-out-reasons.ts'
import {
  dispatch,
  hasStoredSession,
  sessionStatus,
  storedToken,
  syncFromStorage,
  useSession,
} from './store.ts'
import { isRefreshDue, loadAccess, refreshToken, sharePending, storeToken } from './token-refresh.ts'

/** Longest wait between two tries of a refresh; also the identity library's cap. */
const LONGEST_WAIT_MS = 5_000
/** Subtracted from the longest wait, so that tabs and machines do not retry in step. */
const JITTER_MS = 1_000

async function refreshAccess(isRefreshed: boolean): Promise<void> {
  await loadAccess(isRefreshed).catch(() => dispatch({ type: 'refresh-failed' }))
}

/** Refreshes a due token, and loads the access again. */
const refresh = sharePending(async () => {
  const isDue = isRefreshDue()
  if (isDue && (await refreshToken()) !== 'refreshed') return
  await refreshAccess(isDue)
})

/** Reloads the access for all tabs if the server reports a change. */
export async function followAccess(access: Access): Promise<void> {
  if (sessionStatus() !== 'signed-in' || isSameAccess(useSession.getState().auth.userDetails, access)) return
  await refreshAccess(false)
}

const reloadAccess = sharePending(() => refreshAccess(false))

/** Reloads the access if a call was refused for a permission that the user has on this page. */
function followRefusal({ missing }: ApiError): void {
  const { userDetails } = useSession.getState().auth
  const isStale = missing.some((each) => isPermission(each) && may(userDetails, each))
  if (isStale && sessionStatus() === 'signed-in') void reloadAccess()
}

/**
 * Refreshes a due token and reloads the access, for all tabs. Resolves to true if the user is authenticated within the
 * limit. Never rejects.
 */
export async function refreshWithin(limitMs: number): Promise<boolean> {
  await Promise.race([refresh(), pause(limitMs)])
  return sessionStatus() === 'signed-in'
}

/** Requests a new sign-in from the user, until a refresh succeeds. */
export function reauthenticate(): void {
  dispatch({ type: 'reauthentication-requested' })
}

let timer: ReturnType<typeof setTimeout> | undefined
let wake = new AbortController()

/** Schedules the next refresh, or retries a failed one. */
function schedule(): void {
  clearTimeout(timer)
  if (useSession.getState().restoring) return
  const status = sessionStatus()
  const { tokenExpiration } = useSession.getState().auth
  if (status === 'signed-in')
    timer = setTimeout(refresh, secondsToRefresh(tokenExpiration, nowSeconds()) * 1000)
  if (status === 'waiting') void retryRefresh()
}

/** Retries the refresh until it succeeds or the session is over. Never rejects. */
const retryRefresh = sharePending(async () => {
  for (let retry = 1; sessionStatus() === 'waiting'; retry++) {
    await pauseBeforeRetry(retry)
    if (sessionStatus() === 'waiting') await refresh()
  }
})

/** Ends early when the connection or the user comes back. */
async function pauseBeforeRetry(retry: number): Promise<void> {
  wake = new AbortController()
  await pause(backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS - Math.random() * JITTER_MS, wake.signal)
}

/** Lock shared by every tab with a screen, so that a tab without a screen can detect them. */
const SCREENS_LOCK = 'session-screens'

export function holdScreenLock(): void {
  navigator.locks
    .request(SCREENS_LOCK, { mode: 'shared' }, () => new Promise<never>(() => undefined))
    // Rejects only when the page unloads.
    .catch(() => undefined)
}

/** Longest delay of a page by the refresh of a due token. */
const REFRESH_WITHIN_MS = 3_000

/** Token of a session whose `auth` was cleared, refreshed if due. */
async function tokenFromLibrary(): Promise<IdentityToken | undefined> {
  const library = await identity()
  const token = await library.readToken(false)
  const isDue = token && needsRefresh(token.expiration, nowSeconds())
  return isDue ? library.readToken(true) : token
}

/** Resolves to false if the session is over. Throws if the token could not be loaded. */
async function restoreToken(): Promise<boolean> {
  restoreClock()
  if (sessionStatus() === 'signed-out') {
    const token = await withLock(tokenFromLibrary)
    // The user may have signed in in the meantime.
    if (!token || sessionStatus() !== 'signed-out') return false
    storeToken(token)
  } else if (isRefreshDue()) {
    const result = await Promise.race([
      refreshToken(),
      pause(REFRESH_WITHIN_MS).then(() => 'failed' as const),
    ])
    if (result === 'failed') throw new Error('The token could not be refreshed.')
    return result === 'refreshed'
  }
  return true
}

/** Clears `auth` without a message, unless another tab has stored a session in the meantime. */
async function giveUp(storedBefore: string | undefined, isOver: boolean): Promise<void> {
  const stored = storedToken()
  const isOwn = stored === storedBefore || stored === useSession.getState().auth.token
  if (stored !== undefined && (storedBefore === undefined || !isOwn)) return
  dispatch({ type: 'restore-failed' })
  if (!isOver) return
  // The tokens belong to all tabs. Another tab with a screen continues until it is refused itself.
  await navigator.locks.request(SCREENS_LOCK, { ifAvailable: true }, async (lock) => {
    const revoked = async () => (await identity()).revoke().catch(() => undefined)
    if (lock) await Promise.race([revoked(), pause(REFRESH_WITHIN_MS)])
  })
}

/**
 * Restores the stored session. Refreshes its token if due, then loads the access, which authenticates. Clears a session
 * that cannot be restored, without a message. Resolves to true if a later try may succeed. Never rejects.
 */
async function restore(): Promise<boolean> {
  if (!hasStoredSession()) return false
  const email = () => useSession.getState().auth.userDetails.email
  const before = storedToken()
  let restored = email()
  dispatch({ type: 'restoring' })
  try {
    if (!(await restoreToken())) return false
    restored = email()
    await loadAccess(true)
    return false
  } catch (error) {
    const isRetried = isServiceFault(error)
    // The user may have signed in in the meantime.
    if (email() === restored) await giveUp(before, !isRetried)
    return isRetried
  } finally {
    dispatch({ type: 'restored' })
    // Another tab may have stored a session in the meantime.
    syncFromStorage()
  }
}

/** Retries the restore after a fault of the service, until it responds. Never rejects. */
async function retryRestore(): Promise<void> {
  for (let retry = 1; ; retry++) {
    await pauseBeforeRetry(retry)
    if (sessionStatus() !== 'signed-out' || !(await restore())) return
  }
}

/** Restores the session when a page loads. Resolves when it is restored or cleared. */
export const restoreSession = sharePending(async () => {
  if (!useSession.getState().restoring) return
  const isRetried = await restore()
  if (isRetried && sessionStatus() === 'signed-out') void retryRestore()
  schedule()
})

function isChanged(now: Session, before: Session): boolean {
  return now.auth !== before.auth || now.isAuthenticated !== before.isAuthenticated
}

/** Keeps the session fresh. Follows other tabs, and checks on return because timers stop while a computer sleeps. */
export function startSessionRefresh(): void {
  watchOtherTabs()
  onAccessDenied(followRefusal)
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
