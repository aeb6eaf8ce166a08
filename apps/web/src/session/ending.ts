import { SIGNED_OUT, useSession } from './store.ts'

export type Ending = 'signed-out' | 'expired'

const listeners = new Set<(ending: Ending) => void>()

/** Called once each time a session ends, in this tab or another. */
export function onSessionEnd(listener: (ending: Ending) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let signedOutHere = false

/** Whether the session of this page was ended on purpose: the way back is then not for whoever signs in next. */
export function wasSignedOut(): boolean {
  return signedOutHere
}

/** Forgets who was signed in, and everything else kept on this machine. */
export function endSession(ending: Ending): void {
  const wasSignedIn = useSession.getState().isAuthenticated
  signedOutHere = ending === 'signed-out'
  useSession.setState(SIGNED_OUT)
  localStorage.clear()
  if (wasSignedIn) for (const listener of listeners) listener(ending)
}
