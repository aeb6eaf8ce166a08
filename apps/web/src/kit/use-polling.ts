import { useFileStream } from '../api/live-files.ts'
import { pollEveryMs } from '../api/polling.ts'
import { useConnectivity } from '../net/connectivity.ts'

/** For `refetchInterval`: no polling while changes are pushed, ever slower polling while they are not. */
export function usePolling(): () => number | false {
  const stream = useFileStream()
  const isThere = useConnectivity(({ connectivity }) => connectivity === 'online')
  // While the server is away it is asked whether it is back, and then everything is read again.
  return () => isThere && pollEveryMs(stream, Date.now())
}
