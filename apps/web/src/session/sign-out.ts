import { pause } from '../net/backoff.ts'
import { reducer, statusOf } from './session-state.ts'
import { endsSession, reasonOf } from './sign-out-causes.ts'
import type { SignOutReason } from './sign-out-reasons.ts'
import { isStored, useSession } from './store.ts'

/** `signed-out`: on purpose, in this tab. `replaced`: somebody else has signed in, in another tab. */
export type SignOutCause = 'signed-out' | 'replaced' | SignOutReason

/** Not because somebody signed out: the way back is offered, and what was typed is kept. */
export function isUnintended(ending: SignOutCause): boolean {
  return ending !== 'signed-out' && ending !== 'other-tab'
}

const listeners = new Set<(ending: SignOutCause) => void>()

/** Called once when this page has to be left: its session ended, in this tab or another, or it is another's now. */
export function onSessionEnd(listener: (ending: SignOutCause) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isWorthKeeping = () => false

/** Of a session that ends by itself: while this holds, the page stays for the same person to sign in again on it. */
export function keepPageWhile(holds: () => boolean): void {
  isWorthKeeping = holds
}

let isOver = false

/** Whether the session of this page has ended: who was told leads away, and nobody else is to. */
export function isSessionOver(): boolean {
  return isOver
}

/** Written for a moment, ahead of the removal, so that the other tabs know why. */
const REASON = 'auth-ending'
let reasonTold: SignOutCause | undefined

/** An interrupted page has none, and so nothing that could end or that other tabs would have to hear of. */
const hasSession = () => useSession.getState().auth.token !== ''

/**
 * Before a server ends the session of who signs out: a call refused because of it, in any tab, is no surprise then.
 * Gives back how to take it back, if the session goes on after all.
 */
export function announceSignOut(): () => void {
  reasonTold = 'signed-out'
  localStorage.setItem(REASON, reasonTold)
  return () => {
    reasonTold = undefined
    localStorage.removeItem(REASON)
  }
}

/** Forgets who was signed in and everything else kept on this machine, in every tab. */
export function endSession(ending: SignOutCause): void {
  const reason = reasonTold && !isUnintended(reasonTold) ? reasonTold : ending
  if (hasSession()) localStorage.setItem(REASON, reason)
  endHere(reason)
}

/**
 * Ends the session if the message is one of the causes after which it is over, and answers whether it was. What
 * was said of a token that is no longer the one in use says nothing of the session that came after it.
 */
export function endSessionIfOver(message: string, token: string): boolean {
  const ends = endsSession(message) && token === useSession.getState().auth.token
  if (ends) endSession(reasonOf({ message }))
  return ends
}

/** How long after another tab has emptied the storage its reason may arrive. */
const TOLD_WITHIN_MS = 1_000

/** For who finds that nothing is kept any more, perhaps before being told why. */
export async function endFromOtherTab(): Promise<void> {
  const told = new AbortController()
  const stop = useSession.subscribe(() => told.abort())
  await pause(TOLD_WITHIN_MS, told.signal)
  stop()
  if (hasSession() && !isStored()) endHere(reasonTold ?? 'signed-out')
}

/** What another tab did to the storage: it tells the reason first, then removes what was kept. */
export function watchOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (!hasSession()) return
    if (key === REASON) reasonTold = toldReason(newValue)
    // The removal may be old news: somebody has signed in again since.
    if ((key === null || key === 'auth') && !isStored()) endHere(reasonTold ?? 'signed-out')
  })
  useSession.subscribe(({ auth }, { auth: before }) => {
    // What was told was told of the session before.
    if (before.token === '' && auth.token !== '') reasonTold = undefined
    // A tab that slept through a sign-out and a sign-in holds what was fetched for the person before.
    const wasOther = before.userDetails.email && before.userDetails.email !== auth.userDetails.email
    if (wasOther && auth.userDetails.email) tell('replaced')
  })
}

function toldReason(told: string | null): SignOutCause | undefined {
  if (told === null) return undefined
  // Written by this module, in another tab.
  return told === 'signed-out' ? 'other-tab' : (told as SignOutCause)
}

function endHere(ending: SignOutCause): void {
  const before = useSession.getState()
  const wasHere = statusOf(before) !== 'signed-out'
  const stays = wasHere && isUnintended(ending) && isWorthKeeping()
  if (wasHere && !stays) isOver = true
  // What another tab keeps by now is not for an interrupted page to empty.
  if (statusOf(before) !== 'interrupted') localStorage.clear()
  useSession.setState(reducer(before, { type: stays ? 'interrupted' : 'over' }))
  forgetSignInState()
  if (wasHere && !stays) tell(ending)
}

function tell(ending: SignOutCause): void {
  for (const listener of listeners) listener(ending)
}

/** The identity library keeps a sign-in that was begun for each tab. */
export function forgetSignInState(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('CognitoSignInState.')) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing for a tab has nothing to forget.
  }
}
