import type { Step } from './identity-library.ts'

/**
 * Signing in wants the identity library and the client of the APIs, most of what a sign-in page would weigh:
 * both come when they are wanted, or when idle.
 */
const load = () => import('./session.ts')

export async function signIn(email: string, password: string): Promise<Step> {
  return (await load()).signIn(email, password)
}

/** Answers the first-time challenge, then signs in with the new password. */
export async function setNewPassword(email: string, password: string): Promise<Step> {
  return (await load()).setNewPassword(email, password)
}

/** Fetches both ahead of the click that needs them; a failure shows itself at that click. */
export function preloadEntering(): void {
  load().then(
    ({ preloadIdentity }) => preloadIdentity(),
    () => undefined,
  )
}
