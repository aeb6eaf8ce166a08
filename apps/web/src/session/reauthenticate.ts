import { create } from 'zustand'
import { statusOf } from './session-state.ts'
import { useSession } from './store.ts'

/** Whether somebody is asked to sign in again on the spot, over a session whose refresh goes on failing. */
export const useReauthentication = create<{ isAsked: boolean }>()(() => ({ isAsked: false }))

/** Until the session is there again: by signing in, or because a refresh succeeded meanwhile. */
export function reauthenticate(): void {
  useReauthentication.setState({ isAsked: true })
  const stop = useSession.subscribe((session) => {
    if (statusOf(session) !== 'signed-in') return
    stop()
    useReauthentication.setState({ isAsked: false })
  })
}
