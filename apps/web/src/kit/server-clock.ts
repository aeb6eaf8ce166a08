import { useEffect, useState } from 'react'

/** Milliseconds this clock is ahead of the server's, never more than it seemed at the freshest reading. */
let aheadMs = Number.POSITIVE_INFINITY

/** Takes note of a moment the server wrote down and this machine has only just been told. */
export function learnServerTime(at: string): void {
  aheadMs = Math.min(aheadMs, Date.now() - Date.parse(at))
}

export function serverNowMs(): number {
  return Date.now() - (Number.isFinite(aheadMs) ? aheadMs : 0)
}

/** The server's time now, again and again while `ticking`. */
export function useServerNow(ticking: boolean, everyMs = 500): number {
  const [now, setNow] = useState(serverNowMs)
  useEffect(() => {
    if (!ticking) return
    const timer = setInterval(() => setNow(serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [ticking, everyMs])
  return ticking ? now : serverNowMs()
}
