import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** Whole seconds until a time in unix milliseconds, counted down to 0. */
export function useSecondsUntil(timeMs: number): number {
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    const update = () => {
      setNowMs(Date.now())
      if (Date.now() >= timeMs) clearInterval(timer)
    }
    const timer = setInterval(update, SECOND_MS)
    update()
    return () => clearInterval(timer)
  }, [timeMs])
  // 0 before the first update, as in the prerendered page.
  return nowMs === 0 ? 0 : Math.max(0, Math.ceil((timeMs - nowMs) / SECOND_MS))
}
