import type { Step } from './identity-library.ts'
import { mayBeUnknownUser } from './messages.ts'
import type { PasswordSetOnly } from './sign-in.ts'

/** The identity library and the API client are large, so they load on demand or when idle. */
const load = () => import('./sign-in.ts')
const loadLibrary = async () => (await import('./identity.ts')).identity()

/** Delay of the preload, so that the page loads first. */
const PRELOAD_AFTER_MS = 1_000

export async function signIn(email: string, password: string): Promise<Step> {
  return (await load()).signIn(email, password)
}

/** Sets the first password, then signs in with it. */
export async function setNewPassword(email: string, password: string): Promise<Step | PasswordSetOnly> {
  return (await load()).setNewPassword(email, password)
}

/** Confirms the sign-in in progress with a code. */
export async function confirmCode(code: string): Promise<Step> {
  return (await load()).confirmCode(code)
}

/**
 * Sends a code to the user with this email; resolves to its masked destination. Some pools refuse unknown users, or
 * users who cannot reset the password. The result is the same, so that it does not reveal whether the user exists.
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

/** FirstRequests the code of a sign-in, which reports its errors. Returns a function that cancels it. */
export function preloadSignIn(): () => void {
  const timer = setTimeout(() => {
    load().then(
      ({ preloadIdentity }) => preloadIdentity(),
      () => undefined,
    )
  }, PRELOAD_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Masks an email like the provider. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`
}
