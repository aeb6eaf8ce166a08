import { SIGNED_OUT, useSession } from './store.ts'

export type Ending = 'signed-out' | 'expired'

const listeners = new Set<(ending: Ending) => void>()

/** Called once each time a session ends, in this tab or another. */
export function onSessionEnd(listener: (ending: Ending) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets who was signed in, and everything else kept on this machine. */
export function endSession(ending: Ending): void {
  const wasSignedIn = useSession.getState().isAuthenticated
  useSession.setState(SIGNED_OUT)
  localStorage.clear()
  if (wasSignedIn) for (const listener of listeners) listener(ending)
}
