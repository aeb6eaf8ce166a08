/** A token with less than this left is renewed, at start and ahead of time. */
export const RENEW_BELOW_SECONDS = 20 * 60

export function needsRenewal(expiration: number, now: number): boolean {
  return expiration - now < RENEW_BELOW_SECONDS
}

/** Seconds from now until the token should be renewed; never less than half a minute, so as not to spin. */
export function secondsToRenewal(expiration: number, now: number): number {
  return Math.max(30, expiration - RENEW_BELOW_SECONDS - now)
}
