import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { SignOutReason } from './session-state.ts'

/** In session storage: local storage is empty by the time of the sign-in page, and a URL could be forged. */
export const SIGN_OUT_REASON = 'sign-out-reason'

/** Where to go after sign-in: a path of this application only, without a card number in it. */
export function safeReturnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined
  // Control characters are dropped by URL parsers, which would turn "/\t/host" into "//host".
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
  if (/[\u0000-\u0020\\]/.test(path)) return undefined
  const unescaped = path.replace(/%3\d/g, (escaped) => escaped.slice(2))
  if (maskCardNumbers(unescaped) !== unescaped) return undefined
  // Sign-in itself, and paths that are no screen.
  return path === '/' || /^\/(login|api|idp|dev|storage|assets|builds)\b/.test(path) ? undefined : path
}

/** Target of a sign-in without a return path: the specification's default; without its module `/` finds the screen. */
export function afterSignIn(modules: readonly string[]): string {
  const hasDashboard = modules.includes('All') || modules.includes('Operational Dashboard')
  return hasDashboard ? '/operational_dashboard' : '/'
}

function signInUrl(returnTo?: unknown): string {
  const path = safeReturnPath(returnTo)
  return path ? `/login?redirect=${encodeURIComponent(path)}` : '/login'
}

/** Loads the sign-in page, which shows the reason and leads back to `returnTo`. */
export function goToSignIn(returnTo?: string, reason?: SignOutReason): void {
  try {
    if (reason) sessionStorage.setItem(SIGN_OUT_REASON, reason)
  } catch {
    // Without session storage the sign-in page shows no reason.
  }
  location.replace(signInUrl(returnTo))
}
