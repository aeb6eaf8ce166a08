import { create } from 'zustand'
import { phaseOf } from './phase.ts'
import { useSession } from './store.ts'

/** Whether somebody is asked to sign in again on the spot, over a session whose refresh goes on failing. */
export const useReauthentication = create<{ isAsked: boolean }>()(() => ({ isAsked: false }))

/** Until the session is there again: by signing in, or because a refresh succeeded meanwhile. */
export function askToSignInAgain(): void {
  useReauthentication.setState({ isAsked: true })
  const stop = useSession.subscribe((session) => {
    if (phaseOf(session) !== 'signed-in') return
    stop()
    useReauthentication.setState({ isAsked: false })
  })
}
