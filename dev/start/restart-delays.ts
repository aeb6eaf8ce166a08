const delaysMs = [0, 250, 500, 1_000, 2_000]
const stableMs = 30_000

/** Delay before each restart: zero at first, growing while the process keeps failing. */
export function restartDelays(now: () => number = Date.now): { started(): void; nextMs(): number } {
  let step = 0
  let since = now()
  return {
    started() {
      since = now()
    },
    nextMs() {
      if (now() - since > stableMs) step = 0
      const delay = delaysMs[Math.min(step, delaysMs.length - 1)] ?? 0
      step += 1
      return delay
    },
  }
}
