/** Before try n = 1, 2, …: 2ⁿ × 100 ms and up to 100 ms of jitter, so that screens do not come back in step. */
export function backoffMs(attempt: number, mostMs: number, random: number = Math.random()): number {
  return Math.min(mostMs, 2 ** attempt * 100 + random * 100)
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
