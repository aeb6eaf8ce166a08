import { useFileStream } from '../api/live-files.ts'
import { pollEveryMs } from '../api/polling.ts'

/** For `refetchInterval`: no polling while changes are pushed, ever slower polling while they are not. */
export function usePolling(): () => number | false {
  const stream = useFileStream()
  return () => pollEveryMs(stream, Date.now())
}
