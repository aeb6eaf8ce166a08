const BASE_MS = 100
const JITTER_MS = 100
/** The specification's cap. */
const CAP_MS = 5 * 60_000

/**
 * Wait before retry n = 1, 2, …: 2ⁿ × 100 ms and up to 100 ms of jitter, so that screens do not retry in step.
 * Undefined if the wait exceeds the cap, after 11 waits for 5 minutes and after 5 for 5 s. Then the caller gives up or
 * waits the cap.
 */
export function backoffMs(
  retry: number,
  capMs: number = CAP_MS,
  random: number = Math.random(),
): number | undefined {
  const waitMs = 2 ** retry * BASE_MS + random * JITTER_MS
  return waitMs > capMs ? undefined : waitMs
}

/** Resolves after `ms`, or when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
