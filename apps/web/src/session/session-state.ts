import type { Access } from '@backoffice/contract/access'

export type UserDetails = {
  email: string
  contact: string
  name: string
  modules: string[]
  policies: string[]
}

/** What is stored under `auth` in local storage. */
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

/** `signed-out`: by the user, in this tab. `replaced`: another user has signed in, in another tab. */
export type SessionEnd = 'signed-out' | 'replaced' | SignOutReason

/** Not by the user: sign-in leads back, and unsaved changes are kept. */
export function isUnintended(end: SessionEnd): boolean {
  return end !== 'signed-out' && end !== 'other-tab'
}

export type SessionState = Session & {
  /**
   * The step of a restore in progress: its token is read or refreshed, or its access is loaded. Until then nothing but
   * its own success authenticates. Undefined once it has settled.
   */
  restoring: 'token' | 'access' | undefined
  /** Whether the page has unsaved changes: after an unintended end it stays for the same user to sign in again. */
  hasUnsavedChanges: boolean
  /** An end that this or another tab has announced: a call that is refused because of it is no unintended end. */
  announcedEnd: SessionEnd | undefined
  /** Why this page has to be left. */
  end: SessionEnd | undefined
  /** No input in any tab for the limit, or the time of the last input is unknown: the password unlocks. */
  lock: 'idle' | 'unknown' | undefined
  /** Whether the user is asked to sign in again while the refresh goes on failing. */
  isReauthenticating: boolean
}

export const INITIAL: SessionState = {
  ...SIGNED_OUT,
  restoring: undefined,
  hasUnsavedChanges: false,
  announcedEnd: undefined,
  end: undefined,
  lock: undefined,
  isReauthenticating: false,
}

/**
 * `waiting`: there is a token but the user is not authenticated, because the access is still being loaded after
 * sign-in or because a refresh failed. The screen stays and calls wait; user and unsaved changes are kept.
 * `interrupted`: the session is over and nothing of it is stored, but the page stays with its unsaved changes until
 * its user signs in again.
 */
export type SessionStatus = 'signed-out' | 'interrupted' | 'waiting' | 'signed-in'

export function statusOf({ isAuthenticated, auth }: Session): SessionStatus {
  if (auth.token === '') return auth.userDetails.email === '' ? 'signed-out' : 'interrupted'
  return isAuthenticated ? 'signed-in' : 'waiting'
}

/** A token with less than this left is refreshed, at page load and ahead of its expiration. */
const REFRESH_BELOW_SECONDS = 20 * 60

export function needsRefresh(expiration: number, nowSeconds: number): boolean {
  return expiration - nowSeconds < REFRESH_BELOW_SECONDS
}

/** Seconds until the refresh is due; at least half a minute, so that a failing one is not repeated without a pause. */
export function secondsToRefresh(expiration: number, nowSeconds: number): number {
  return Math.max(30, expiration - REFRESH_BELOW_SECONDS - nowSeconds)
}

export type SessionEvent =
  /** After a sign-in or a refresh. */
  | {
      type: 'token-stored'
      token: string
      expiration: number
      email: string
      contact: string
      name: string
    }
  /** `isTokenFresh`: the token is none that should have been refreshed. */
  | { type: 'access-loaded'; email: string; modules: string[]; policies: string[]; isTokenFresh: boolean }
  /** No answer, or one that decides nothing: it is tried again. */
  | { type: 'refresh-failed' }
  | { type: 'restoring'; step: 'token' | 'access' }
  /** The session that was to be restored is forgotten without a message. */
  | { type: 'restore-failed' }
  /** The restore has settled, whatever its result. */
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

/** The end that counts: one that the user has announced comes before what a refused call looks like. */
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
      // Another user does not get the access of the one before.
      const isSame = auth.userDetails.email === email
      const before = isSame ? state : SIGNED_OUT
      const userDetails = { ...before.auth.userDetails, email, contact, name }
      const session = {
        isAuthenticated: before.isAuthenticated,
        auth: { token, tokenExpiration: expiration, userDetails },
      }
      // The page holds data of the user before.
      const isReplaced = !isSame && auth.userDetails.email !== ''
      return { ...withSession(state, session), end: isReplaced ? 'replaced' : state.end }
    }
    case 'access-loaded': {
      const { email, modules, policies, isTokenFresh } = event
      // A reply that arrives after a sign-out or for another user.
      if (auth.token === '' || auth.userDetails.email !== email) return state
      // Access alone does not authenticate while the token could not be refreshed.
      const isAuthenticated = state.isAuthenticated || isTokenFresh
      const isSame = isSameAccess(auth.userDetails, event)
      // The usual reply as a page opens: what is on screen is not rendered a second time for it.
      if (isSame && isAuthenticated === state.isAuthenticated) return state
      const userDetails = isSame ? auth.userDetails : { ...auth.userDetails, modules, policies }
      return { ...state, isAuthenticated, auth: { ...auth, userDetails } }
    }
    case 'refresh-failed':
      return { ...state, isAuthenticated: false }
    case 'restoring':
      return { ...state, isAuthenticated: false, restoring: event.step }
    case 'restore-failed':
      return { ...state, ...SIGNED_OUT, lock: undefined }
    case 'restored':
      return { ...state, restoring: undefined }
    case 'synced': {
      const { email } = auth.userDetails
      // The access that another tab has loaded proves nothing of this restore.
      const session = state.restoring ? { ...event.session, isAuthenticated: false } : event.session
      // A sign-in in another tab, whose access is still being loaded: an interrupted page waits for it.
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

/** An announcement is about the session that was there before it. */
function withSession(state: SessionState, session: Session): SessionState {
  const { announcedEnd } = state
  return { ...state, ...session, announcedEnd: state.auth.token === '' ? undefined : announcedEnd }
}

function ended(state: SessionState, end: SessionEnd): SessionState {
  const status = statusOf(state)
  if (status === 'signed-out') return state
  const stays = isUnintended(end) && state.hasUnsavedChanges
  // A locked page stays covered until the next one has loaded.
  if (!stays) return { ...state, ...SIGNED_OUT, end }
  const { userDetails } = state.auth
  return { ...state, isAuthenticated: false, lock: undefined, auth: { ...SIGNED_OUT.auth, userDetails } }
}
