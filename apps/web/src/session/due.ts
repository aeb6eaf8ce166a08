/** A token with less than this left is renewed, at start and ahead of time. */
export const REFRESH_BELOW_SECONDS = 20 * 60

export function needsRefresh(expiration: number, now: number): boolean {
  return expiration - now < REFRESH_BELOW_SECONDS
}

/** Seconds from now until the token should be renewed; never less than half a minute, so as not to spin. */
export function secondsToRefresh(expiration: number, now: number): number {
  return Math.max(30, expiration - REFRESH_BELOW_SECONDS - now)
}
