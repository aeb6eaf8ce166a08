const PERIOD_MS = 15_000

/** Caches the outcome of a probe for 15 seconds, for services that count calls. */
export function rarely(probe: () => Promise<unknown>, now = () => performance.now()): () => Promise<unknown> {
  let last: { until: number; outcome: Promise<unknown> } | undefined
  return () => {
    if (!last || last.until <= now()) last = { until: now() + PERIOD_MS, outcome: probe() }
    return last.outcome
  }
}
