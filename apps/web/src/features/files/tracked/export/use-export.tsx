import { isFinalState } from '@backoffice/contract/file-states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useWrite } from '../../../../kit/form/use-write.ts'
import { expectResult, reportFile } from '../file-notices.ts'
import { fileQuery } from '../file-queries.ts'
import { usePolling } from '../file-stream.ts'

type StartedExport = { source_filekey: string }

/** Starts exports as background jobs. `followed`: part of the screen that notifies of their progress. */
export function useExport<Input = void>(run: (input: Input) => Promise<StartedExport>) {
  const [keys, setKeys] = useState<readonly string[]>([])
  const start = useWrite({
    run,
    successText: 'Export started',
    store: ({ source_filekey: key }) => {
      expectResult(key)
      setKeys((before) => [...before, key])
    },
  })
  const followed: ReactNode = keys.map((key) => (
    <FollowFile
      key={key}
      sourceFilekey={key}
      onEnd={() => setKeys((before) => before.filter((other) => other !== key))}
    />
  ))
  return { start, followed }
}

type Props = { sourceFilekey: string; onEnd: () => void }

/** Polls a file that may get no pushed changes: the stream is down, or the user may see exports but no files. */
function FollowFile({ sourceFilekey, onEnd }: Props) {
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
