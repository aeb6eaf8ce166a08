const BASE_MS = 100
const JITTER_MS = 100
/** The specification's cap. */
const CAP_MS = 5 * 60_000

/**
 * How long to wait before retry n = 1, 2, …: 2ⁿ × 100 ms and up to 100 ms of jitter, so that screens do not come
 * back in step. Undefined once the wait would be longer than the cap, which is after 11 waits under 5 minutes and after
 * 5 under 5 s: the caller gives up, or goes on waiting the cap.
 */
export function backoffMs(
  retry: number,
  capMs: number = CAP_MS,
  random: number = Math.random(),
): number | undefined {
  const waitMs = 2 ** retry * BASE_MS + random * JITTER_MS
  return waitMs > capMs ? undefined : waitMs
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
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
