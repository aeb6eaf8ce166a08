import type { Step } from './identity-library.ts'
import { mayBeUnknownUser } from './messages.ts'
import type { PasswordSetOnly } from './sign-in.ts'

/**
 * Signing in wants the identity library and the client of the APIs, most of what a sign-in page would weigh:
 * both come when they are wanted, or when idle.
 */
const load = () => import('./sign-in.ts')
const loadLibrary = async () => (await import('./identity.ts')).identity()

/** Fetching ahead waits until the page itself is there. */
const PRELOAD_AFTER_MS = 1_000

export async function signIn(email: string, password: string): Promise<Step> {
  return (await load()).signIn(email, password)
}

/** Answers the first-time challenge, then signs in with the new password. */
export async function setNewPassword(email: string, password: string): Promise<Step | PasswordSetOnly> {
  return (await load()).setNewPassword(email, password)
}

/** Answers with the code of an authenticator or of a text message. */
export async function answerCode(code: string): Promise<Step> {
  return (await load()).answerCode(code)
}

/**
 * Has a code sent to whoever has this e-mail; where to, masked. Nobody learns from it whether anybody does: some
 * pools refuse the unknown and those who cannot reset their password, and that is answered alike.
 */
export async function requestResetCode(email: string): Promise<string> {
  const library = await loadLibrary()
  try {
    return (await library.requestResetCode(email)) ?? masked(email)
  } catch (error) {
    if (mayBeUnknownUser(error)) return masked(email)
    throw error
  }
}

export async function resetPassword(email: string, code: string, password: string): Promise<void> {
  await (await loadLibrary()).resetWithCode(email, code, password)
}

/** Fetches ahead what the click will need; a failure shows itself at that click. Gives back how to call it off. */
export function preloadSignIn(): () => void {
  const timer = setTimeout(() => {
    load().then(
      ({ preloadIdentity }) => preloadIdentity(),
      () => undefined,
    )
  }, PRELOAD_AFTER_MS)
  return () => clearTimeout(timer)
}

/** As the provider masks it. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`
}
