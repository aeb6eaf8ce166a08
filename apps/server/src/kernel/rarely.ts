const PERIOD_MS = 15_000

/** For a probe of a service that counts calls: its outcome holds for 15 seconds, for every caller. */
export function rarely(probe: () => Promise<unknown>, now = () => performance.now()): () => Promise<unknown> {
  let last: { until: number; outcome: Promise<unknown> } | undefined
  return () => {
    if (!last || last.until <= now()) last = { until: now() + PERIOD_MS, outcome: probe() }
    return last.outcome
  }
}
