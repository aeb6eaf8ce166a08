import type { Step } from './identity-library.ts'
import { mayBeUnknownUser } from './messages.ts'
import type { PasswordSetOnly } from './sign-in.ts'

/** The identity library and the API client would be most of the sign-in page: loaded on demand, or ahead when idle. */
const load = () => import('./sign-in.ts')
const loadLibrary = async () => (await import('./identity.ts')).identity()

/** The page itself is loaded first. */
const PRELOAD_AFTER_MS = 1_000

export async function signIn(email: string, password: string): Promise<Step> {
  return (await load()).signIn(email, password)
}

/** Answers the first-time challenge, then signs in with the new password. */
export async function setNewPassword(email: string, password: string): Promise<Step | PasswordSetOnly> {
  return (await load()).setNewPassword(email, password)
}

/** Answers the challenge of the sign-in in progress with a code. */
export async function answerCode(code: string): Promise<Step> {
  return (await load()).answerCode(code)
}

/**
 * Sends a code to the user with this e-mail; resolves to its masked destination. Some pools refuse an unknown user, or
 * one who cannot reset the password: the result is the same, so that it does not reveal whether the user exists.
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

/** Loads ahead what a sign-in needs, which reports what fails. Returns a function that cancels it. */
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
