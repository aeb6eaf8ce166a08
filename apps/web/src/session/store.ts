import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { after, type Session, type SessionEvent, SIGNED_OUT, type UserDetails } from './phase.ts'

const KEY = 'auth'

/** Nobody signed in leaves nothing behind, whichever tab writes last. */
const storage = createJSONStorage<Session>(() => ({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) =>
    value.includes('"token":""') ? localStorage.removeItem(name) : localStorage.setItem(name, value),
  removeItem: (name) => localStorage.removeItem(name),
}))

export const useSession = create<Session>()(persist(() => SIGNED_OUT, { name: KEY, storage }))

export function useUser(): UserDetails {
  return useSession((session) => session.auth.userDetails)
}

/** Whether this machine holds a session: another tab may have ended the one this tab knows. */
export function isKept(): boolean {
  return localStorage.getItem(KEY) !== null
}

/** Takes over what another tab has written. */
export function readAgain(): void {
  void useSession.persist.rehydrate()
}

/** Notes what happened to the session, on top of what other tabs have noted; nothing brings back one they ended. */
export function happened(event: SessionEvent): void {
  const kept = isKept()
  if (!kept && event.type !== 'token') return
  if (kept) readAgain()
  useSession.setState(after(useSession.getState(), event))
}
