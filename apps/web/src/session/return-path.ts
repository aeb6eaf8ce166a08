import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { SignOutReason } from './session-state.ts'

/** Session storage key, because local storage is empty on the sign-in page, and a URL could be forged. */
export const SIGN_OUT_REASON = 'sign-out-reason'
/** Session storage key for the email of the user whose session ended unintended. */
export const SIGN_OUT_EMAIL = 'sign-out-email'

/** Path after sign-in: only a path of this application without a card number. */
export function safeReturnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined
  // URL parsers drop control characters, which would turn "/\t/host" into "//host".
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check rejects control characters
  if (/[\u0000-\u0020\\]/.test(path)) return undefined
  const unescaped = path.replace(/%3\d/g, (escaped) => escaped.slice(2))
  if (maskCardNumbers(unescaped) !== unescaped) return undefined
  // Excludes sign-in itself and paths without a screen.
  return path === '/' || /^\/(login|api|idp|dev|storage|assets|builds)\b/.test(path) ? undefined : path
}

/** Target of a sign-in without a return path: the specification's default; without its module `/` redirects. */
export function afterSignIn(modules: readonly string[]): string {
  const hasDashboard = modules.includes('All') || modules.includes('Operational Dashboard')
  return hasDashboard ? '/operational_dashboard' : '/'
}

function signInUrl(returnTo?: unknown): string {
  const path = safeReturnPath(returnTo)
  return path ? `/login?redirect=${encodeURIComponent(path)}` : '/login'
}

/** Loads the sign-in page, which shows the reason, has the email filled in, and returns to `returnTo`. */
export function goToSignIn(returnTo?: string, reason?: SignOutReason, email?: string): void {
  try {
    if (reason) sessionStorage.setItem(SIGN_OUT_REASON, reason)
    if (email) sessionStorage.setItem(SIGN_OUT_EMAIL, email)
  } catch {
    // Without session storage the sign-in page shows neither.
  }
  location.replace(signInUrl(returnTo))
}
