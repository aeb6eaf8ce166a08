import { useConnectivity } from '../net/connectivity.ts'
import { useFileStream } from './live-updates.ts'

/** For `refetchInterval`: false while changes are pushed, or while the server is unreachable and is probed anyway. */
export function usePolling(): () => number | false {
  const stream = useFileStream()
  const isReachable = useConnectivity(({ connectivity }) => connectivity === 'online')
  return () => isReachable && pollEveryMs(stream, Date.now())
}

/** Slower the longer the stream is down: polling by many tabs must not become a load of its own. */
export function pollEveryMs(stream: { live: boolean; downSinceMs: number }, nowMs: number): number | false {
  if (stream.live) return false
  const downMs = nowMs - stream.downSinceMs
  if (downMs < 60_000) return 5_000
  return downMs < 180_000 ? 10_000 : 30_000
}
