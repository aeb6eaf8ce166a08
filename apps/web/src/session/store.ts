import { create } from 'zustand'
import { type PersistStorage, persist, type StorageValue } from 'zustand/middleware'
import {
  reducer,
  type Session,
  type SessionEvent,
  SIGNED_OUT,
  statusOf,
  type UserDetails,
} from './session-state.ts'

const KEY = 'auth'

/** In place of a time: nobody has done anything for the limit, by whichever clock; or since when is not known. */
export const IDLE_TOO_LONG = 0
export const IDLE_TIME_UNKNOWN = -1

/** What is kept: the session, and beside it unix milliseconds at which somebody last did something in any tab. */
type Kept = StorageValue<Session> & { activeAtMs: number }

function read(): Kept | undefined {
  const text = localStorage.getItem(KEY)
  if (text === null) return undefined
  try {
    // Written below, from the same type.
    return JSON.parse(text) as Kept
  } catch {
    // Not by us: as good as nothing.
    localStorage.removeItem(KEY)
    return undefined
  }
}

/** Nobody signed in leaves nothing behind, whichever tab writes last. */
const storage: PersistStorage<Session> = {
  getItem: () => read() ?? null,
  setItem: (_name, value) =>
    value.state.auth.token === ''
      ? localStorage.removeItem(KEY)
      : write({ ...value, activeAtMs: read()?.activeAtMs ?? Date.now() }),
  removeItem: () => localStorage.removeItem(KEY),
}

function write(kept: Kept): void {
  localStorage.setItem(KEY, JSON.stringify(kept))
}

export const useSession = create<Session>()(persist(() => SIGNED_OUT, { name: KEY, storage }))

export function useUser(): UserDetails {
  return useSession((session) => session.auth.userDetails)
}

/** Whether this machine holds a session: another tab may have ended the one this tab knows. */
export function isStored(): boolean {
  return localStorage.getItem(KEY) !== null
}

/** Or the tokens of the identity library, from which one is restored. */
export function hasStoredSession(): boolean {
  try {
    return isStored() || Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'))
  } catch {
    return false
  }
}

/** Takes over what another tab has written about the session. */
export function reload(): void {
  const kept = read()?.state
  const own = useSession.getState()
  if (JSON.stringify(kept) === JSON.stringify(own)) return
  // Somebody signs in there: before their role is read they could see nothing, and the page kept here would go.
  if (statusOf(own) === 'interrupted' && !kept?.isAuthenticated) return
  void useSession.persist.rehydrate()
}

/** Notes what happened to the session, on top of what other tabs have noted; nothing brings back one they ended. */
export function dispatch(event: SessionEvent): void {
  const kept = isStored()
  if (!kept && event.type !== 'token') return
  if (kept) reload()
  useSession.setState(reducer(useSession.getState(), event))
}

/** Undefined while nobody is signed in. */
export function lastActiveMs(): number | undefined {
  return read()?.activeAtMs
}

/** Notes that somebody is at work here, for all tabs. */
export function markActive(atMs: number): void {
  const kept = read()
  if (kept) write({ ...kept, activeAtMs: atMs })
}
