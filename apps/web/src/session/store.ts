import { create } from 'zustand'
import {
  INITIAL,
  reducer,
  type Session,
  type SessionEvent,
  type SessionState,
  type SessionStatus,
  statusOf,
  type UserDetails,
} from './session-state.ts'

const KEY = 'auth'

/** Values of `activeAtMs` besides a time: the limit has passed by any clock; or the time is unknown. */
export const IDLE_TOO_LONG = 0
export const IDLE_TIME_UNKNOWN = -1

/** In session storage while `auth` is cleared after a restore that failed. */
const ACTIVE_KEY = 'last-input'

/** `activeAtMs`: unix milliseconds of the last input in any tab. */
type Stored = { state: Session; version: 0; activeAtMs: number }

/** The time of the last input as this tab last knew it: it outlives `auth`, which another tab may clear. */
let knownActiveMs: number | undefined

function read(): Stored | undefined {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
    // Written below, from the same type.
    const stored = text === null ? undefined : (JSON.parse(text) as Stored)
    knownActiveMs = stored?.activeAtMs ?? knownActiveMs
    return stored
  } catch {
    // Not written by us. Without a text there is no local storage at all, as in a prerendered page.
    if (text !== null) localStorage.removeItem(KEY)
    return undefined
  }
}

function write(stored: Stored): void {
  localStorage.setItem(KEY, JSON.stringify(stored))
}

export const useSession = create<SessionState>()(() => ({
  ...INITIAL,
  ...read()?.state,
  // A stored session is restored first: only its access, loaded again, authenticates.
  isAuthenticated: false,
  restoring: hasStoredSession() ? 'token' : undefined,
}))

export function useUser(): UserDetails {
  return useSession((session) => session.auth.userDetails)
}

export function sessionStatus(): SessionStatus {
  return statusOf(useSession.getState())
}

/**
 * True while there is anything to restore a session from: `auth`, or the tokens of the identity library alone. False as
 * soon as another tab has ended the session.
 */
export function hasStoredSession(): boolean {
  try {
    if (localStorage.getItem(KEY) !== null) return true
    return Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'))
  } catch {
    return false
  }
}

/** The token in `auth`; undefined while it is cleared. */
export function storedToken(): string | undefined {
  return read()?.state.auth.token
}

/** Takes over the session that another tab has stored. */
export function syncFromStorage(): void {
  const session = read()?.state
  const { isAuthenticated, auth } = useSession.getState()
  if (session && JSON.stringify(session) !== JSON.stringify({ isAuthenticated, auth }))
    dispatch({ type: 'synced', session })
}

/** Events that change the session of all tabs: they apply to what is stored, not to what this tab last read. */
const SHARED = new Set<SessionEvent['type']>(['token-stored', 'access-loaded', 'refresh-failed'])

export function dispatch(event: SessionEvent): void {
  if (SHARED.has(event.type)) {
    // Another tab has ended the session: only a new token starts one.
    if (event.type !== 'token-stored' && !hasStoredSession()) return
    syncFromStorage()
  }
  const before = useSession.getState()
  const after = reducer(before, event)
  if (event.type === 'ended') clearStorage(before)
  else if (event.type === 'restore-failed') clearAuth()
  else if (SHARED.has(event.type)) save(before, after)
  useSession.setState(after, true)
}

function save(before: SessionState, after: SessionState): void {
  const stored = read()
  const { auth, isAuthenticated, restoring } = after
  const isChanged = auth !== before.auth || isAuthenticated !== before.isAuthenticated
  // Another tab may have cleared `auth` since: this one, whose session goes on, stores it again.
  if (auth.token === '' || (!isChanged && (stored || !isAuthenticated))) return
  const isSignIn = before.auth.token === '' && !restoring
  if (!stored && !isAuthenticated && !isSignIn) return
  // A restore says nothing of the session of other tabs until it has succeeded.
  const isShared = restoring && !isAuthenticated ? stored?.state.isAuthenticated === true : isAuthenticated
  const activeAtMs = stored?.activeAtMs ?? keptActiveMs()
  write({ state: { isAuthenticated: isShared, auth }, version: 0, activeAtMs })
  forgetActive()
}

/** The session is forgotten, and what it can be restored from is not: its lock goes on from the last input. */
function clearAuth(): void {
  keepActive()
  localStorage.removeItem(KEY)
}

/** Keeps the time of the last input for the next page of this tab. */
export function keepActive(): void {
  read()
  try {
    if (knownActiveMs !== undefined) sessionStorage.setItem(ACTIVE_KEY, String(knownActiveMs))
  } catch {
    // Without session storage the time is unknown then, and the screen comes up locked.
  }
}

function keptActiveMs(): number {
  try {
    const kept = sessionStorage.getItem(ACTIVE_KEY)
    return knownActiveMs ?? (kept === null ? IDLE_TIME_UNKNOWN : Number(kept))
  } catch {
    return knownActiveMs ?? IDLE_TIME_UNKNOWN
  }
}

function forgetActive(): void {
  try {
    sessionStorage.removeItem(ACTIVE_KEY)
  } catch {
    // Without session storage there is nothing to remove.
  }
}

function clearStorage(before: Session): void {
  // By now the storage may hold the session of another tab, which an interrupted page has no part in.
  if (statusOf(before) !== 'interrupted') localStorage.clear()
  knownActiveMs = undefined
  forgetActive()
  forgetSignInState()
}

/** Removes a sign-in that was begun in this tab, which the identity library stores. */
export function forgetSignInState(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('CognitoSignInState.')) sessionStorage.removeItem(key)
  } catch {
    // Without session storage there is nothing to remove.
  }
}

/** Undefined while signed out. */
export function lastActiveMs(): number | undefined {
  return read()?.activeAtMs ?? (hasStoredSession() ? keptActiveMs() : undefined)
}

/** Stores the time of the last input, for all tabs. */
export function markActive(atMs: number): void {
  const stored = read()
  if (stored) write({ ...stored, activeAtMs: atMs })
  knownActiveMs = atMs
}
