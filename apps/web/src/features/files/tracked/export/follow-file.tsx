import { isFinalState } from '@backoffice/contract/file-states'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { reportFile } from '../file-notices.ts'
import { fileQuery } from '../file-queries.ts'
import { usePolling } from '../file-stream.ts'

type Props = { sourceFilekey: string; onEnd: () => void }

/** Polls a file that may get no pushed changes: the stream is down, or the user may see exports but no files. */
export function FollowFile({ sourceFilekey, onEnd }: Props) {
  const poll = usePolling()
  const { data } = useQuery({
    ...fileQuery(sourceFilekey),
    refetchInterval: ({ state }) => (state.data && isFinalState(state.data.state) ? false : poll()),
  })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!data) return
    reportFile(data)
    if (isFinalState(data.state)) end()
  }, [data])
  return null
}
