import { useEffect, useState } from 'react'

/** Milliseconds that this clock is ahead of the server's. The smallest measured difference has the least latency. */
let aheadMs = Number.POSITIVE_INFINITY

/** Sets the clock by a server time that has just arrived. */
export function syncClock(at: string): void {
  aheadMs = Math.min(aheadMs, Date.now() - Date.parse(at))
}

export function serverNowMs(): number {
  return Date.now() - (Number.isFinite(aheadMs) ? aheadMs : 0)
}

/** The server's time now, updated while `ticking`. */
export function useServerNow(ticking: boolean, everyMs = 500): number {
  const [now, setNow] = useState(serverNowMs)
  useEffect(() => {
    if (!ticking) return
    const timer = setInterval(() => setNow(serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [ticking, everyMs])
  return ticking ? now : serverNowMs()
}
