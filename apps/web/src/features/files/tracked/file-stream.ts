import { useEffect, useState } from 'react'
import { useLazyModule } from '../../../kit/lazy/use-lazy.tsx'
import { useConnectivity } from '../../../net/connectivity.ts'
import { type FileStream, useFileStream } from './file-queries.ts'

/** Delay that leaves the network to the screen's code and data first. The stream reports the last minute's changes. */
const START_AFTER_MS = 1_000

const load = async () => (await import('./live-updates.ts')).startLiveUpdates
/** Retry interval after a chunk load error; meanwhile the screens poll. */
const RETRY_AFTER_MS = 30_000

/** Keeps the cached files and the session's access up to date. */
export function LiveUpdates() {
  const [isStarted, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), START_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!hasFailed) return
    const timer = setTimeout(() => setFailed(false), RETRY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasFailed])
  const start = useLazyModule(load, isStarted && !hasFailed, () => setFailed(true))
  useEffect(() => (isStarted ? start?.() : undefined), [isStarted, start])
  return null
}

/** Value for `refetchInterval`, which is false while changes are pushed or the server is unreachable. */
export function usePolling(): () => number | false {
  const stream = useFileStream()
  const isReachable = useConnectivity(({ connectivity }) => connectivity === 'online')
  return () => isReachable && pollEveryMs(stream, Date.now())
}

/** Polling slows down the longer the stream is down, to limit the load of many tabs. */
export function pollEveryMs(stream: FileStream, nowMs: number): number | false {
  if (stream.live) return false
  const downMs = nowMs - stream.downSinceMs
  if (downMs < 60_000) return 5_000
  return downMs < 180_000 ? 10_000 : 30_000
}
