import { accountEndpoints } from '@backoffice/contract/account'
import { call } from '../../net/call.ts'
import { type Interruption, setInterruption } from '../../net/interruptions.ts'
import { useSession } from '../../session/store.ts'

/** The dialog and the identity library are large and rarely needed. */
const obtain: Interruption = async (...refused) =>
  (await import('./confirm-identity.tsx')).obtainConfirmation(...refused)

/**
 * Calls that need a recent sign-in ask for a confirmation and are repeated. It ends when the screen locks. Returns a
 * function that stops both.
 */
export function confirmIdentityOnDemand(): () => void {
  const stopAsking = setInterruption('recent_sign_in_required', obtain)
  const stopEnding = useSession.subscribe(({ lock, auth }, before) => {
    if (lock === undefined || before.lock !== undefined || auth.token === '') return
    // Without a connection it lapses after ten minutes.
    call(accountEndpoints.endConfirmation, {}).catch(() => undefined)
  })
  return () => {
    stopAsking()
    stopEnding()
  }
}
