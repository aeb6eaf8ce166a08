import { type Interruption, setInterruption } from '../../net/interruptions.ts'

/** The step with its QR code and the identity library are large and rarely needed. */
const obtain: Interruption = async (...refused) =>
  (await import('./required-authenticator.tsx')).obtainAuthenticator(...refused)

/** Calls of a user whose role requires an authenticator wait until it is set up, and are repeated. */
export const setUpAuthenticatorOnDemand = () => setInterruption('second_factor_required', obtain)
