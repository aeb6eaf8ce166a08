import { config } from '../net/config.ts'
import { withTimeout } from '../net/fetch-json.ts'
import type { Session } from './session-state.ts'

type Library = typeof import('./identity-library.ts')

/** The library itself has no timeout, and would block every tab that waits for the lock. */
const TIMEOUT_MS = 20_000
/** Minimum remaining lifetime of a token, so that it does not expire before a request arrives. */
const SPARE_SECONDS = 30

/** The identity library with a timeout for each operation. Loaded on demand or when idle, because of its size. */
export async function identity(): Promise<Library> {
  const library = await import('./identity-library.ts')
  const operations: [string, (...input: never[]) => Promise<unknown>][] = Object.entries(library)
  const limited = operations.map(([name, run]) => [
    name,
    (...input: never[]) => withTimeout(run(...input), TIMEOUT_MS, noReply),
  ])
  // The same operations by the same names.
  return Object.fromEntries(limited) as Library
}

/** The error of an unreachable provider. */
const noReply = () =>
  Object.assign(new Error('The identity provider did not respond.'), { name: 'NetworkError' })

/** FirstRequests the library; its later use reports errors. */
export function preloadIdentity(): void {
  identity().catch(() => undefined)
}

/** Runs an operation that uses or replaces tokens, one at a time across all tabs. */
export function withLock<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks.request('session-renewal', run)
}

/** Milliseconds that this machine's clock is ahead of the provider's. */
let aheadMs = 0

/** Sets the clock by a new token, because a wrong machine clock must not end a session. */
export function setClock(issuedAtSeconds: number): void {
  aheadMs = Date.now() - issuedAtSeconds * 1000
}

/** Sets the clock by the drift that the identity library has stored. */
export function restoreClock(): void {
  const prefix = `CognitoIdentityServiceProvider.${config().identity.userPoolClientId}`
  const user = localStorage.getItem(`${prefix}.LastAuthUser`)
  const drift = Number(localStorage.getItem(`${prefix}.${user}.clockDrift`))
  if (Number.isFinite(drift)) aheadMs = -drift
}

export function nowSeconds(): number {
  return (Date.now() - aheadMs) / 1000
}

export function isTokenUsable({ auth: { token, tokenExpiration } }: Session): boolean {
  return token !== '' && tokenExpiration - nowSeconds() >= SPARE_SECONDS
}
