import { create } from 'zustand'
import {
  dispatch,
  IDLE_TIME_UNKNOWN,
  IDLE_TOO_LONG,
  lastActiveMs,
  markActive,
  sessionStatus,
  useSession,
} from './store.ts'

/** Minimum interval between stored input times, as a share of the limit. */
const STORED_EVERY = 1 / 60

/** Time before the lock in which every tab warns; at most half of the limit. */
const WARN_MS = 60_000

/** True shortly before the screen locks. */
export const useLockWarning = create<{ isDue: boolean }>()(() => ({ isDue: false }))

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Locks the screen of every tab after `limitMs` without input in any tab. The lock survives a reload, a new tab and a
 * restart of the browser, until the password unlocks it.
 */
export function startIdleLock(limitMs: number): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let inputAtMs = 0

  function check(): void {
    const { auth, end } = useSession.getState()
    // A page that unloads, or waits for the reason of an empty storage, must not unlock.
    if (end !== undefined || (auth.token !== '' && lastActiveMs() === undefined)) return
    const idle = idleMs()
    const isLocked = idle >= limitMs
    const isUnknown = lastActiveMs() === IDLE_TIME_UNKNOWN
    // Setting the clock back must not unlock.
    if (isLocked && !isUnknown && lastActiveMs() !== IDLE_TOO_LONG) markActive(IDLE_TOO_LONG)
    const lock = isLocked ? (isUnknown ? 'unknown' : 'idle') : undefined
    const untilWarning = limitMs - Math.min(WARN_MS, limitMs / 2) - idle
    const isDue = !isLocked && untilWarning <= 0
    if (isDue !== useLockWarning.getState().isDue) useLockWarning.setState({ isDue })
    clearTimeout(timer)
    if (!isLocked) timer = setTimeout(check, isDue ? limitMs - idle : untilWarning)
    if (lock !== useSession.getState().lock) dispatch(lock ? { type: 'locked', lock } : { type: 'unlocked' })
  }

  /** Input after the limit, such as waking the computer, locks instead of counting as activity. */
  function onInput(): void {
    const { isDue } = useLockWarning.getState()
    if (!isDue && Math.abs(Date.now() - inputAtMs) < limitMs * STORED_EVERY) return
    inputAtMs = Date.now()
    const isTooLate = idleMs() >= limitMs
    if (!isTooLate) markActive(inputAtMs)
    if (isTooLate || isDue) check()
  }

  check()
  for (const type of INPUTS) addEventListener(type, onInput, { capture: true, passive: true })
  // Timers do not run while a computer sleeps, and another tab may have been unlocked.
  document.addEventListener('visibilitychange', check)
  addEventListener('focus', check)
  addEventListener('storage', ({ key }) => key === 'auth' && check())
  useSession.subscribe(check)
}

/** Unlocks the screen after the password was verified. */
export function unlock(): void {
  markActive(Date.now())
  dispatch({ type: 'unlocked' })
}

/** Milliseconds without input in any tab; 0 while signed out. */
function idleMs(): number {
  const activeAtMs = lastActiveMs()
  if (activeAtMs === undefined || sessionStatus() === 'signed-out') return 0
  return Math.max(0, Date.now() - activeAtMs)
}
