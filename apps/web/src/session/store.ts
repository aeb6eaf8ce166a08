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

/** Special values of `activeAtMs`: the limit has passed by any clock, or the time is unknown. */
export const IDLE_TOO_LONG = 0
export const IDLE_TIME_UNKNOWN = -1

/** Session storage key while `auth` is cleared after a failed restore. */
const ACTIVE_KEY = 'last-input'

/** `activeAtMs`: unix milliseconds of the last input in any tab. */
type StoredSession = { state: Session; version: 0; activeAtMs: number }

/** Last known time of the last input; outlives `auth`, which another tab may clear. */
let knownActiveMs: number | undefined

function read(): StoredSession | undefined {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
    // `write` writes it from the same type.
    const stored = text === null ? undefined : (JSON.parse(text) as StoredSession)
    knownActiveMs = stored?.activeAtMs ?? knownActiveMs
    return stored
  } catch {
    // Invalid content; without a text there is no local storage, as during prerendering.
    if (text !== null) localStorage.removeItem(KEY)
    return undefined
  }
}

function write(stored: StoredSession): void {
  localStorage.setItem(KEY, JSON.stringify(stored))
}

export const useSession = create<SessionState>()(() => ({
  ...INITIAL,
  ...read()?.state,
  // A stored session only authenticates after its access is loaded again.
  isAuthenticated: false,
  restoring: hasStoredSession(),
}))

export function useUser(): UserDetails {
  return useSession((session) => session.auth.userDetails)
}

export function sessionStatus(): SessionStatus {
  return statusOf(useSession.getState())
}

/**
 * True if a session can be restored from `auth` or from the tokens of the identity library. False after another tab has
 * ended the session.
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

/** Applies the session that another tab has stored. */
export function syncFromStorage(): void {
  const session = read()?.state
  const { isAuthenticated, auth } = useSession.getState()
  if (session && JSON.stringify(session) !== JSON.stringify({ isAuthenticated, auth }))
    dispatch({ type: 'synced', session })
}

/** Events that change the session of all tabs. They apply to the stored session, not to this tab's last known one. */
const SHARED = new Set<SessionEvent['type']>(['token-stored', 'access-loaded', 'refresh-failed'])

export function dispatch(event: SessionEvent): void {
  if (SHARED.has(event.type)) {
    // Another tab has ended the session, and only a new token starts a session.
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
  // Another tab may have cleared `auth`. A tab whose session continues stores it again.
  if (auth.token === '' || (!isChanged && (stored || !isAuthenticated))) return
  const isSignIn = before.auth.token === '' && !restoring
  if (!stored && !isAuthenticated && !isSignIn) return
  // A restore does not affect the session of other tabs before it succeeds.
  const isShared = restoring && !isAuthenticated ? stored?.state.isAuthenticated === true : isAuthenticated
  const activeAtMs = stored?.activeAtMs ?? keptActiveMs()
  write({ state: { isAuthenticated: isShared, auth }, version: 0, activeAtMs })
  forgetActive()
}

/** Clears the session but not the tokens to restore it; its idle lock continues from the last input. */
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
    // Without session storage the time is unknown, and the screen starts locked.
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
  // The storage may have the session of another tab, which an interrupted page must not clear.
  if (statusOf(before) !== 'interrupted') localStorage.clear()
  knownActiveMs = undefined
  forgetActive()
  forgetSignInState()
}

/** Removes the identity library's state of an unfinished sign-in in this tab. */
export function forgetSignInState(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('CognitoSignInState.')) sessionStorage.removeItem(key)
  } catch {
    // Without session storage there is nothing to remove.
  }
}

/** Time of the last input in any tab; undefined while signed out. */
export function lastActiveMs(): number | undefined {
  return read()?.activeAtMs ?? (hasStoredSession() ? keptActiveMs() : undefined)
}

/** Stores the time of the last input, for all tabs. */
export function markActive(atMs: number): void {
  const stored = read()
  if (stored) write({ ...stored, activeAtMs: atMs })
  knownActiveMs = atMs
}
