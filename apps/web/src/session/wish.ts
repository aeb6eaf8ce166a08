import { maskCardNumbers } from '@backoffice/contract/card-number'

/** Where to go after signing in: a path of this application only, never another site, and nothing with a card number in it. */
export function safePath(wish: unknown): string | undefined {
  if (typeof wish !== 'string' || !/^\/(?![/\\])/.test(wish)) return undefined
  // Control characters are dropped by URL parsers, which would turn "/\t/host" into "//host".
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (/[\u0000-\u0020\\]/.test(wish)) return undefined
  if (maskCardNumbers(wish) !== wish) return undefined
  return wish === '/' || wish.startsWith('/login') ? undefined : wish
}

/** The address of the sign-in page, which is a page of its own, with the way back in it. */
export function signInAddress(wish?: unknown): string {
  const path = safePath(wish)
  return path ? `/login?redirect=${encodeURIComponent(path)}` : '/login'
}
