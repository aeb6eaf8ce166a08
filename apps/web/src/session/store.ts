import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

export type UserDetails = {
  email: string
  contact: string
  name: string
  modules: string[]
  policies: string[]
}

export type Session = {
  isAuthenticated: boolean
  /** `tokenExpiration` in unix seconds, as the token says it. */
  auth: { token: string; tokenExpiration: number; userDetails: UserDetails }
}

export const SIGNED_OUT: Session = {
  isAuthenticated: false,
  auth: {
    token: '',
    tokenExpiration: 0,
    userDetails: { email: '', contact: '', name: '', modules: [], policies: [] },
  },
}

/** Nobody signed in leaves nothing behind, whichever tab writes last. */
const storage = createJSONStorage<Session>(() => ({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) =>
    value.includes('"token":""') ? localStorage.removeItem(name) : localStorage.setItem(name, value),
  removeItem: (name) => localStorage.removeItem(name),
}))

export const useSession = create<Session>()(persist(() => SIGNED_OUT, { name: 'auth', storage }))

export function useUser(): UserDetails {
  return useSession((session) => session.auth.userDetails)
}
