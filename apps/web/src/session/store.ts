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

/** `activeAtMs`: unix milliseconds of the last input in any tab. */
type Stored = { state: Session; version: 0; activeAtMs: number }

function read(): Stored | undefined {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
    // Written below, from the same type.
    return text === null ? undefined : (JSON.parse(text) as Stored)
  } catch {
    // Not written by us. Without a text there is no local storage at all, as in a prerendered page.
    if (text !== null) localStorage.removeItem(KEY)
    return undefined
  }
}

function write(stored: Stored): void {
  localStorage.setItem(KEY, JSON.stringify(stored))
}

export const useSession = create<SessionState>()(() => ({ ...INITIAL, ...read()?.state }))

export function useUser(): UserDetails {
  return useSession((session) => session.auth.userDetails)
}

export function sessionStatus(): SessionStatus {
  return statusOf(useSession.getState())
}

/** False as soon as another tab has ended the session. */
export function isStored(): boolean {
  return localStorage.getItem(KEY) !== null
}

/** Also true for tokens of the identity library alone, from which a session is restored. */
export function hasStoredSession(): boolean {
  try {
    return isStored() || Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'))
  } catch {
    return false
  }
}

/** Takes over the session that another tab has stored. */
export function syncFromStorage(): void {
  const session = read()?.state
  const { isAuthenticated, auth } = useSession.getState()
  if (session && JSON.stringify(session) !== JSON.stringify({ isAuthenticated, auth }))
    dispatch({ type: 'synced', session })
}

/** Events that change the session of all tabs: they apply to what is stored, not to what this tab last read. */
const SHARED = new Set<SessionEvent['type']>([
  'token-stored',
  'access-loaded',
  'refresh-failed',
  'restore-failed',
])

export function dispatch(event: SessionEvent): void {
  if (SHARED.has(event.type)) {
    // Another tab has ended the session: only a new token starts one.
    if (event.type !== 'token-stored' && !isStored()) return
    syncFromStorage()
  }
  const before = useSession.getState()
  const after = reducer(before, event)
  if (event.type === 'ended') clearStorage(before)
  else if (event.type !== 'synced') save(before, after)
  useSession.setState(after, true)
}

function save(before: Session, { isAuthenticated, auth }: Session): void {
  if (auth === before.auth && isAuthenticated === before.isAuthenticated) return
  if (auth.token === '') localStorage.removeItem(KEY)
  else write({ state: { isAuthenticated, auth }, version: 0, activeAtMs: read()?.activeAtMs ?? Date.now() })
}

function clearStorage(before: Session): void {
  // By now the storage may hold the session of another tab, which an interrupted page has no part in.
  if (statusOf(before) !== 'interrupted') localStorage.clear()
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
  return read()?.activeAtMs
}

/** Stores the time of the last input, for all tabs. */
export function markActive(atMs: number): void {
  const stored = read()
  if (stored) write({ ...stored, activeAtMs: atMs })
}
