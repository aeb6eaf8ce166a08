export type UserDetails = {
  email: string
  contact: string
  name: string
  modules: string[]
  policies: string[]
}

/** What is kept under `auth` in local storage. */
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

/**
 * `waiting`: there is a token, but nobody counts as authenticated, because the role is still being read after
 * sign-in or because a refresh failed. The screen stays and calls wait; who it is and what was typed is not lost.
 * `interrupted`: the session is over and nothing of it is kept on this machine, but the page still shows what
 * somebody typed, who may sign in again to go on with it.
 */
export type SessionStatus = 'signed-out' | 'interrupted' | 'waiting' | 'signed-in'

export function statusOf({ isAuthenticated, auth }: Session): SessionStatus {
  if (auth.token === '') return auth.userDetails.email === '' ? 'signed-out' : 'interrupted'
  return isAuthenticated ? 'signed-in' : 'waiting'
}

export type SessionEvent =
  /** Signed in, or renewed. */
  | {
      type: 'token'
      token: string
      expiration: number
      email: string
      contact: string
      name: string
    }
  /** The role of the holder of the token was read. `isTokenFresh`: nor is the token one that should be renewed. */
  | { type: 'access'; email: string; modules: string[]; policies: string[]; isTokenFresh: boolean }
  /** A refresh got no answer, or one that decides nothing. */
  | { type: 'refresh-failed' }
  /** Signed out, or one of the causes after which a session is over. */
  | { type: 'over' }
  /** One of those causes, while something typed would be lost with the page. */
  | { type: 'interrupted' }

/** The session after something happened to it. */
export function reducer(session: Session, event: SessionEvent): Session {
  const { auth } = session
  switch (event.type) {
    case 'token': {
      const { token, expiration, email, contact, name } = event
      // Another person's role is not theirs.
      const isSame = auth.userDetails.email === email
      const before = isSame ? session : SIGNED_OUT
      const userDetails = { ...before.auth.userDetails, email, contact, name }
      return {
        isAuthenticated: before.isAuthenticated,
        auth: { token, tokenExpiration: expiration, userDetails },
      }
    }
    case 'access': {
      const { email, modules, policies, isTokenFresh } = event
      // Asked for before a sign-out, or for somebody else, and answered after it.
      if (auth.token === '' || auth.userDetails.email !== email) return session
      return {
        // A refresh that failed to renew the token has failed, whatever its role call was answered.
        isAuthenticated: session.isAuthenticated || isTokenFresh,
        auth: { ...auth, userDetails: { ...auth.userDetails, modules, policies } },
      }
    }
    case 'refresh-failed':
      return { ...session, isAuthenticated: false }
    case 'over':
      return SIGNED_OUT
    case 'interrupted':
      return { isAuthenticated: false, auth: { ...SIGNED_OUT.auth, userDetails: auth.userDetails } }
  }
}
