const delaysMs = [0, 250, 500, 1_000, 2_000]
const calmMs = 30_000

/** How long to wait before each restart: at once the first time, longer while it keeps dying. */
export function restartDelays(now: () => number = Date.now): { started(): void; nextMs(): number } {
  let step = 0
  let since = now()
  return {
    started() {
      since = now()
    },
    nextMs() {
      if (now() - since > calmMs) step = 0
      const delay = delaysMs[Math.min(step, delaysMs.length - 1)] ?? 0
      step += 1
      return delay
    },
  }
}
