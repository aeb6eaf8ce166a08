import { maskCardNumbers } from '@backoffice/contract/card-number'
import { keepSignOutReason, type SignOutReason } from './sign-out-reasons.ts'

/** Where to go after signing in: a path of this application only, never another site, and nothing with a card number in it. */
export function safeReturnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined
  // Control characters are dropped by URL parsers, which would turn "/\t/host" into "//host".
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (/[\u0000-\u0020\\]/.test(path)) return undefined
  const digitsAsTyped = path.replace(/%3\d/g, (escaped) => escaped.slice(2))
  if (maskCardNumbers(digitsAsTyped) !== digitsAsTyped) return undefined
  // Sign-in itself, and what is no screen.
  return path === '/' || /^\/(login|api|idp|dev|storage|assets|builds)\b/.test(path) ? undefined : path
}

/** The address of the sign-in page, which is a page of its own, with the way back in it. */
function signInAddress(returnTo?: unknown): string {
  const path = safeReturnPath(returnTo)
  return path ? `/login?redirect=${encodeURIComponent(path)}` : '/login'
}

/** Loads the sign-in page, which says why if there is a reason. */
export function goToSignIn(returnTo?: string, reason?: SignOutReason): void {
  if (reason) keepSignOutReason(reason)
  location.replace(signInAddress(returnTo))
}
