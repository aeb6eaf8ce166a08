import { isSessionOver } from './causes.ts'
import { phaseOf, SIGNED_OUT } from './phase.ts'
import { useSession } from './store.ts'

export type Ending = 'signed-out' | 'expired'

const listeners = new Set<(ending: Ending) => void>()

/** Called once each time a session ends, in this tab or another. */
export function onSessionEnd(listener: (ending: Ending) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isOver = false

/** Whether the session of this page has ended: who was told leads away, and nobody else is to. */
export function hasEnded(): boolean {
  return isOver
}

/** Written for a moment, ahead of the removal, so that the other tabs know why. */
const REASON = 'auth-ending'
let reasonTold: Ending | undefined

/** Forgets who was signed in and everything else kept on this machine, in every tab. */
export function endSession(ending: Ending): void {
  if (phaseOf(useSession.getState()) !== 'signed-out') localStorage.setItem(REASON, ending)
  endHere(ending)
}

/** Ends the session if the message is one of the causes after which it is over, and answers whether it was. */
export function endedBy(message: string): boolean {
  const isOver = isSessionOver(message)
  if (isOver) endSession('expired')
  return isOver
}

/** What another tab did to the storage: it tells the reason first, then removes what was kept. */
export function followEndings(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === REASON && newValue !== null) reasonTold = newValue === 'expired' ? 'expired' : 'signed-out'
    if (key !== null && key !== 'auth') return
    // The removal may be old news: somebody has signed in again since.
    if (localStorage.getItem('auth') === null && phaseOf(useSession.getState()) !== 'signed-out')
      endHere(reasonTold ?? 'signed-out')
  })
}

function endHere(ending: Ending): void {
  const wasSignedIn = phaseOf(useSession.getState()) !== 'signed-out'
  if (wasSignedIn) isOver = true
  useSession.setState(SIGNED_OUT)
  localStorage.clear()
  forgetSignInState()
  if (wasSignedIn) for (const listener of listeners) listener(ending)
}

/** The identity library keeps a sign-in that was begun for each tab. */
function forgetSignInState(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('CognitoSignInState.')) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing for a tab has nothing to forget.
  }
}
