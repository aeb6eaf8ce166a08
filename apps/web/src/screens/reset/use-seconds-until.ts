import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** Whole seconds until a time in milliseconds since 1970, counted down to 0. */
export function useSecondsUntil(timeMs: number): number {
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    const look = () => {
      setNowMs(Date.now())
      if (Date.now() >= timeMs) clearInterval(timer)
    }
    const timer = setInterval(look, SECOND_MS)
    look()
    return () => clearInterval(timer)
  }, [timeMs])
  // Before the first look nothing is known, as on the page that is rendered ahead.
  return nowMs === 0 ? 0 : Math.max(0, Math.ceil((timeMs - nowMs) / SECOND_MS))
}
