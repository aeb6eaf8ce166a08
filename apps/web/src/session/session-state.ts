import type { Access } from '@backoffice/contract/access'

export type UserDetails = {
  email: string
  contact: string
  name: string
  modules: string[]
  policies: string[]
}

/** The session in local storage, under `auth`. */
export type Session = {
  isAuthenticated: boolean
  /** `tokenExpiration` in unix seconds, the token's own `exp`. */
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

/** Reasons that the sign-in page shows. */
export type SignOutReason =
  | 'expired'
  | 'revoked'
  | 'disabled'
  | 'removed'
  | 'reset-required'
  | 'other-tab'
  | 'not-renewed'

/** `signed-out`: by the user in this tab. `replaced`: another user has signed in in another tab. */
export type SessionEnd = 'signed-out' | 'replaced' | SignOutReason

/** True if the user did not end the session. Sign-in then returns to the page, and unsaved changes are kept. */
export function isUnintended(end: SessionEnd): boolean {
  return end !== 'signed-out' && end !== 'other-tab'
}

export type SessionState = Session & {
  /** True until the restore of a stored session has settled. Until then only its success authenticates. */
  restoring: boolean
  /** True if the page has unsaved changes. After an unintended end it stays until the same user signs in again. */
  hasUnsavedChanges: boolean
  /** An end that this or another tab has announced. Calls refused because of it are not an unintended end. */
  announcedEnd: SessionEnd | undefined
  /** Reason why this page must be left. */
  end: SessionEnd | undefined
  /** Set after the limit without input in any tab, or if the last input is unknown. The password unlocks. */
  lock: 'idle' | 'unknown' | undefined
  /** True if the user must sign in again because the refresh keeps failing. */
  isReauthenticating: boolean
}

export const INITIAL: SessionState = {
  ...SIGNED_OUT,
  restoring: false,
  hasUnsavedChanges: false,
  announcedEnd: undefined,
  end: undefined,
  lock: undefined,
  isReauthenticating: false,
}

/**
 * `waiting`: the user has a token but is not authenticated, because the access is loading after sign-in or a refresh
 * failed. The screen stays and calls wait; user and unsaved changes are kept.
 * `interrupted`: the session is over and not stored, but the page with its unsaved changes stays until its user signs
 * in again.
 */
export type SessionStatus = 'signed-out' | 'interrupted' | 'waiting' | 'signed-in'

export function statusOf({ isAuthenticated, auth }: Session): SessionStatus {
  if (auth.token === '') return auth.userDetails.email === '' ? 'signed-out' : 'interrupted'
  return isAuthenticated ? 'signed-in' : 'waiting'
}

/** Remaining lifetime below which a token is refreshed. */
const REFRESH_BELOW_SECONDS = 20 * 60

export function needsRefresh(expiration: number, nowSeconds: number): boolean {
  return expiration - nowSeconds < REFRESH_BELOW_SECONDS
}

/** Seconds until the refresh is due; at least half a minute, so that a failing refresh has pauses. */
export function secondsToRefresh(expiration: number, nowSeconds: number): number {
  return Math.max(30, expiration - REFRESH_BELOW_SECONDS - nowSeconds)
}

export type SessionEvent =
  /** A sign-in or a refresh has stored a token. */
  | {
      type: 'token-stored'
      token: string
      expiration: number
      email: string
      contact: string
      name: string
    }
  /** `isTokenFresh`: false if the token should have been refreshed. */
  | { type: 'access-loaded'; email: string; modules: string[]; policies: string[]; isTokenFresh: boolean }
  /** The reply is missing or inconclusive, so the refresh is retried. */
  | { type: 'refresh-failed' }
  | { type: 'restoring' }
  /** The session could not be restored and is cleared without a message. */
  | { type: 'restore-failed' }
  /** The restore has settled, with any result. */
  | { type: 'restored' }
  /** Another tab has stored this session. */
  | { type: 'synced'; session: Session }
  /** Undefined withdraws the announcement. */
  | { type: 'end-announced'; end: SessionEnd | undefined }
  | { type: 'ended'; end: SessionEnd }
  | { type: 'unsaved-changes'; hasUnsavedChanges: boolean }
  | { type: 'locked'; lock: 'idle' | 'unknown' }
  | { type: 'unlocked' }
  | { type: 'reauthentication-requested' }

/** The end that counts. The user's own announced end takes precedence over refused calls. */
export function effectiveEnd({ announcedEnd }: SessionState, end: SessionEnd): SessionEnd {
  return announcedEnd && !isUnintended(announcedEnd) ? announcedEnd : end
}

export function reducer(state: SessionState, event: SessionEvent): SessionState {
  const next = transition(state, event)
  const isRequestOver = next.isReauthenticating && statusOf(next) !== 'waiting'
  return isRequestOver ? { ...next, isReauthenticating: false } : next
}

function transition(state: SessionState, event: SessionEvent): SessionState {
  const { auth } = state
  switch (event.type) {
    case 'token-stored': {
      const { token, expiration, email, contact, name } = event
      // Another user must not get the previous user's access.
      const isSame = auth.userDetails.email === email
      const before = isSame ? state : SIGNED_OUT
      const userDetails = { ...before.auth.userDetails, email, contact, name }
      const session = {
        isAuthenticated: before.isAuthenticated,
        auth: { token, tokenExpiration: expiration, userDetails },
      }
      // The page has data of the previous user.
      const isReplaced = !isSame && auth.userDetails.email !== ''
      return { ...withSession(state, session), end: isReplaced ? 'replaced' : state.end }
    }
    case 'access-loaded': {
      const { email, modules, policies, isTokenFresh } = event
      // Ignores a reply after a sign-out or for another user.
      if (auth.token === '' || auth.userDetails.email !== email) return state
      // Access alone does not authenticate while the token could not be refreshed.
      const isAuthenticated = state.isAuthenticated || isTokenFresh
      const isSame = isSameAccess(auth.userDetails, event)
      // Avoids a second render for the usual reply when a page opens.
      if (isSame && isAuthenticated === state.isAuthenticated) return state
      const userDetails = isSame ? auth.userDetails : { ...auth.userDetails, modules, policies }
      return { ...state, isAuthenticated, auth: { ...auth, userDetails } }
    }
    case 'refresh-failed':
      return { ...state, isAuthenticated: false }
    case 'restoring':
      return { ...state, isAuthenticated: false, restoring: true }
    case 'restore-failed':
      return { ...state, ...SIGNED_OUT, lock: undefined }
    case 'restored':
      return { ...state, restoring: false }
    case 'synced': {
      const { email } = auth.userDetails
      // Access loaded by another tab does not confirm this restore.
      const session = state.restoring ? { ...event.session, isAuthenticated: false } : event.session
      // An interrupted page waits for a sign-in in another tab whose access is still loading.
      if (statusOf(state) === 'interrupted' && !event.session.isAuthenticated) return state
      const isReplaced = email !== '' && email !== session.auth.userDetails.email
      return { ...withSession(state, session), end: isReplaced ? 'replaced' : state.end }
    }
    case 'end-announced':
      return { ...state, announcedEnd: event.end }
    case 'ended':
      return ended(state, effectiveEnd(state, event.end))
    case 'unsaved-changes':
      return state.hasUnsavedChanges === event.hasUnsavedChanges
        ? state
        : { ...state, hasUnsavedChanges: event.hasUnsavedChanges }
    case 'locked':
      return statusOf(state) === 'signed-out' ? state : { ...state, lock: event.lock }
    case 'unlocked':
      return { ...state, lock: undefined }
    case 'reauthentication-requested':
      return { ...state, isReauthenticating: true }
  }
}

export function isSameAccess(one: Access, other: Access): boolean {
  const textOf = ({ modules, policies }: Access) => JSON.stringify([modules, policies])
  return textOf(one) === textOf(other)
}

/** An announcement only applies to the previous session. */
function withSession(state: SessionState, session: Session): SessionState {
  const { announcedEnd } = state
  return { ...state, ...session, announcedEnd: state.auth.token === '' ? undefined : announcedEnd }
}

function ended(state: SessionState, end: SessionEnd): SessionState {
  const status = statusOf(state)
  if (status === 'signed-out') return state
  const stays = isUnintended(end) && state.hasUnsavedChanges
  // A locked page stays covered until the next page has loaded.
  if (!stays) return { ...state, ...SIGNED_OUT, end }
  const { userDetails } = state.auth
  return { ...state, isAuthenticated: false, lock: undefined, auth: { ...SIGNED_OUT.auth, userDetails } }
}
