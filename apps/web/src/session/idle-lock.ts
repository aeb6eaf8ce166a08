import { create } from 'zustand'
import { statusOf } from './session-state.ts'
import { IDLE_TIME_UNKNOWN, IDLE_TOO_LONG, lastActiveMs, markActive, useSession } from './store.ts'

/**
 * Whether the password has to be shown: nobody has touched any tab for the limit (`idle`), or it is not known for how
 * long nobody has (`unknown`).
 */
export const useLock = create<{ lock: 'idle' | 'unknown' | undefined }>()(() => ({ lock: undefined }))

/** A share of the limit: moving the pointer is not to be noted at every pixel. */
const NOTED_EVERY = 1 / 60

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

let limitMs = Number.POSITIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Locks the screen of every tab once nobody has touched any of them for so long, and keeps it locked over a
 * reload, a new tab and a restart of the browser, until the password was shown.
 */
export function startIdleLock(limit: number): void {
  limitMs = limit
  look()
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, onSign, { capture: true, passive: true })
  // A laptop sleeps through its timers; another tab may have been unlocked.
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
  addEventListener('storage', ({ key }) => key === 'auth' && look())
  useSession.subscribe(look)
}

/** For who has shown the password. */
export function unlock(): void {
  markActive(Date.now())
  look()
}

/** Milliseconds for which nobody has done anything; 0 while nobody is signed in. */
function idleMs(): number {
  const since = lastActiveMs()
  if (since === undefined || statusOf(useSession.getState()) === 'signed-out') return 0
  return Math.max(0, Date.now() - since)
}

function look(): void {
  const idle = idleMs()
  const isLocked = idle >= limitMs
  const isUnknown = lastActiveMs() === IDLE_TIME_UNKNOWN
  // One that is set back opens nothing, only a password does.
  if (isLocked && !isUnknown && lastActiveMs() !== IDLE_TOO_LONG) markActive(IDLE_TOO_LONG)
  const lock = isLocked ? (isUnknown ? 'unknown' : 'idle') : undefined
  if (useLock.getState().lock !== lock) useLock.setState({ lock })
  clearTimeout(timer)
  if (!isLocked) timer = setTimeout(look, limitMs - idle)
}

let signAtMs = 0

/** What wakes a screen that should have been locked long ago locks it rather than count as work. */
function onSign(): void {
  if (Math.abs(Date.now() - signAtMs) < limitMs * NOTED_EVERY) return
  signAtMs = Date.now()
  if (idleMs() >= limitMs) look()
  else markActive(signAtMs)
}
