/** Milliseconds this machine's clock is ahead of the one that issues tokens. */
let aheadMs = 0

/** A token just issued tells the time: a wrong clock must not end a session. */
export function learnClock(issuedAtSeconds: number): void {
  aheadMs = Date.now() - issuedAtSeconds * 1000
}

export function nowSeconds(): number {
  return (Date.now() - aheadMs) / 1000
}
