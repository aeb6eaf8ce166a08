import { type Interruption, setInterruption } from '../../net/interruptions.ts'

/** The dialog and the identity library are large and rarely needed. */
const obtain: Interruption = async (...refused) =>
  (await import('./confirm-identity.tsx')).obtainRecentSignIn(...refused)

/** Calls that need a recent sign-in ask for it and are repeated. */
export const confirmIdentityOnDemand = () => setInterruption('recent_sign_in_required', obtain)
