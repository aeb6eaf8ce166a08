import { config } from '../config.ts'

/** Milliseconds this machine's clock is ahead of the one that issues tokens. */
let aheadMs = 0

/** A token just issued tells the time: a wrong clock must not end a session. */
export function learnClock(issuedAtSeconds: number): void {
  aheadMs = Date.now() - issuedAtSeconds * 1000
}

/** What the identity library learnt from the last token, before a reload or in another tab. */
export function recallClock(): void {
  const prefix = `CognitoIdentityServiceProvider.${config().identity.userPoolClientId}`
  const user = localStorage.getItem(`${prefix}.LastAuthUser`)
  const drift = Number(localStorage.getItem(`${prefix}.${user}.clockDrift`))
  if (Number.isFinite(drift)) aheadMs = -drift
}

export function nowSeconds(): number {
  return (Date.now() - aheadMs) / 1000
}
