import { backoffMs, pause } from '../api/backoff.ts'
import { onReturn } from '../api/reachable.ts'
import { nowSeconds, recallClock } from './clock.ts'
import { needsRenewal, secondsToRenewal } from './due.ts'
import { followEndings } from './ending.ts'
import { identity } from './identity.ts'
import { phaseOf } from './phase.ts'
import { isUsable, keep, renew, withLock } from './renewal.ts'
import { loadAccess } from './session.ts'
import { happened, noteActive, readAgain, useSession } from './store.ts'

/** Between two tries of a refresh, the identity library's own cap: whoever waits is not to wait for long. */
const LONGEST_WAIT_MS = 5_000

function isDue(): boolean {
  return needsRenewal(useSession.getState().auth.tokenExpiration, nowSeconds())
}

const phase = () => phaseOf(useSession.getState())

async function refreshAccess(): Promise<void> {
  await loadAccess().catch(() => happened({ type: 'refresh-failed' }))
}

async function refreshOnce(): Promise<void> {
  if (isDue() && (await renew()) !== 'renewed') return
  await refreshAccess()
}

let refreshing: Promise<void> | undefined

/** Renews a token that is short of time and reads again what its holder may do; once for all who ask meanwhile. */
function refresh(): Promise<void> {
  refreshing ??= refreshOnce().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

let timer: ReturnType<typeof setTimeout> | undefined
let isRecovering = false
let news = new AbortController()

/** What the session needs next: a refresh ahead of time, or one that is tried until it succeeds. */
function keepUp(): void {
  clearTimeout(timer)
  const { tokenExpiration } = useSession.getState().auth
  if (phase() === 'signed-in')
    timer = setTimeout(refresh, secondsToRenewal(tokenExpiration, nowSeconds()) * 1000)
  if (phase() === 'waiting') void recover()
}

/** Tries the refresh until it succeeds or the session is over. Never rejects. */
async function recover(): Promise<void> {
  if (isRecovering) return
  isRecovering = true
  for (let retry = 1; phase() === 'waiting'; retry++) {
    news = new AbortController()
    await pause(backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS, news.signal)
    if (phase() === 'waiting') await refresh()
  }
  isRecovering = false
}

/** Held by every tab with a screen, so that one without can tell that it is the only one. */
const SCREENS = 'session-screens'

function joinScreens(): void {
  navigator.locks
    .request(SCREENS, { mode: 'shared' }, () => new Promise<never>(() => undefined))
    // Only ever refused when the page goes away.
    .catch(() => undefined)
}

/** Clears the auth details without a word; not where another tab still waits with a screen and what was typed on it. */
async function giveUp(): Promise<void> {
  await navigator.locks.request(SCREENS, { ifAvailable: true }, async (alone) => {
    if (alone) happened({ type: 'over' })
  })
}

/** A restore that failed for a passing reason leaves the identity library its session: the next load starts from that. */
async function restoreFromLibrary(): Promise<void> {
  if (!Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'))) return
  const token = await withLock(async () => (await identity()).readToken(true)).catch(() => undefined)
  if (!token) return
  keep(token)
  // It is not known any more since when nobody was here: whoever it is shows the password.
  noteActive(0)
  await loadAccess().catch(giveUp)
}

/** At load: the session of before, renewed if it is short of time; cleared without a word if it cannot be. */
export async function restore(): Promise<void> {
  recallClock()
  const before = phase()
  if (before === 'signed-out') await restoreFromLibrary()
  else {
    if (isDue()) await renew()
    if (isUsable()) {
      const access = refreshAccess()
      // What was allowed last time is good enough to draw with; the server decides on every call.
      if (before === 'waiting') await access
    }
    if (!isUsable() || (before === 'waiting' && phase() === 'waiting')) await giveUp()
  }
  if (phase() !== 'signed-out') joinScreens()
  keepUp()
}

/** Other tabs sign in and out too, and a laptop sleeps through its timers. */
export function followSession(): void {
  followEndings()
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'auth' || newValue === null) return
    recallClock()
    readAgain()
  })
  useSession.subscribe(keepUp)
  const look = () => {
    if (document.hidden) return
    news.abort()
    if (phase() === 'signed-in' && isDue()) void refresh()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
  addEventListener('online', look)
  onReturn(look)
}
