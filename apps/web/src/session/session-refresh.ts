import { backoffMs, pause } from '../net/backoff.ts'
import { onReconnect } from '../net/connectivity.ts'
import { secondsToRefresh } from './due.ts'
import { identity } from './identity.ts'
import { nowSeconds, recallClock } from './server-clock.ts'
import { loadAccess } from './session.ts'
import { statusOf } from './session-state.ts'
import { watchOtherTabs } from './sign-out.ts'
import { dispatch, hasStoredSession, IDLE_TIME_UNKNOWN, markActive, reload, useSession } from './store.ts'
import { isRefreshDue, isUsable, refreshToken, storeToken, withLock } from './token-refresh.ts'

/** Between two tries of a refresh, the identity library's own cap: whoever waits is not to wait for long. */
const LONGEST_WAIT_MS = 5_000
/** Taken off the longest wait, so that tabs and machines do not come back in step. */
const JITTER_MS = 1_000

const phase = () => statusOf(useSession.getState())

async function refreshAccess(isRenewed: boolean): Promise<void> {
  await loadAccess(isRenewed).catch(() => dispatch({ type: 'refresh-failed' }))
}

async function refreshOnce(): Promise<void> {
  const isDue = isRefreshDue()
  if (isDue && (await refreshToken()) !== 'renewed') return
  await refreshAccess(isDue)
}

let refreshing: Promise<void> | undefined

/** Renews a token that is short of time and reads again what its holder may do; once for all who ask meanwhile. */
function refresh(): Promise<void> {
  refreshing ??= refreshOnce().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** For a navigation: tries the refresh once more, and answers whether it has succeeded by then. */
export async function refreshWithin(limitMs: number): Promise<boolean> {
  await Promise.race([refresh(), pause(limitMs)])
  return phase() === 'signed-in'
}

let timer: ReturnType<typeof setTimeout> | undefined
let isRecovering = false
let news = new AbortController()

/** What the session needs next: a refresh ahead of time, or one that is tried until it succeeds. */
function schedule(): void {
  clearTimeout(timer)
  const { tokenExpiration } = useSession.getState().auth
  if (phase() === 'signed-in')
    timer = setTimeout(refresh, secondsToRefresh(tokenExpiration, nowSeconds()) * 1000)
  if (phase() === 'waiting') void recover()
}

/** Tries the refresh until it succeeds or the session is over. Never rejects. */
async function recover(): Promise<void> {
  if (isRecovering) return
  isRecovering = true
  for (let retry = 1; phase() === 'waiting'; retry++) {
    news = new AbortController()
    await pause(backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS - Math.random() * JITTER_MS, news.signal)
    if (phase() === 'waiting') await refresh()
  }
  isRecovering = false
}

/** Held by every tab with a screen, so that one without can tell that it is the only one. */
const SCREENS = 'session-screens'

export function holdScreenLock(): void {
  navigator.locks
    .request(SCREENS, { mode: 'shared' }, () => new Promise<never>(() => undefined))
    // Only ever refused when the page goes away.
    .catch(() => undefined)
}

/** Clears the auth details without a word; not where another tab still waits with a screen and what was typed on it. */
async function giveUp(): Promise<void> {
  await navigator.locks.request(SCREENS, { ifAvailable: true }, async (alone) => {
    if (alone) dispatch({ type: 'over' })
  })
}

/** A restore that failed for a passing reason leaves the identity library its session: the next load starts from that. */
async function restoreFromLibrary(): Promise<void> {
  if (!hasStoredSession()) return
  const token = await withLock(async () => (await identity()).readToken(true)).catch(() => undefined)
  // Somebody may have signed in meanwhile.
  if (!token || phase() !== 'signed-out') return
  storeToken(token)
  // The idle time is lost with the session: lock at once.
  markActive(IDLE_TIME_UNKNOWN)
  await loadAccess(true).catch(giveUp)
}

/**
 * Reads the session of before, and renews its token if that is short of time. What cannot be restored is cleared
 * without a word. A refresh that fails while the token can still be used clears nothing: it leaves the session
 * unauthenticated, and is tried again.
 */
async function restore(): Promise<void> {
  recallClock()
  const before = phase()
  if (before === 'signed-out') await restoreFromLibrary()
  else {
    const isDue = isRefreshDue()
    const isRefreshable = !isDue || (await refreshToken()) === 'renewed'
    if (isRefreshable) {
      const access = refreshAccess(isDue)
      // What was allowed last time is good enough to draw with; the server decides on every call.
      if (before === 'waiting') await access
    }
    const isUnread = isRefreshable && before === 'waiting' && phase() === 'waiting'
    if (!isUsable() || isUnread) await giveUp()
  }
  schedule()
}

let restoring: Promise<void> | undefined
let hasRestored = false

/** At load of any page: settled once it is known whether somebody is signed in. */
export function restoreSession(): Promise<void> {
  restoring ??= restore().finally(() => {
    hasRestored = true
  })
  return restoring
}

/** A session that ends before is one that could not be restored. */
export function isRestored(): boolean {
  return hasRestored
}

/** Other tabs sign in and out too, and a laptop sleeps through its timers. */
export function startSessionRefresh(): void {
  watchOtherTabs()
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'auth' || newValue === null) return
    recallClock()
    reload()
  })
  useSession.subscribe(schedule)
  const look = () => {
    if (document.hidden) return
    news.abort()
    if (phase() === 'signed-in' && isRefreshDue()) void refresh()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
  addEventListener('online', look)
  onReconnect(look)
}
