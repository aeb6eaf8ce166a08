import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../../kit/form/use-write.ts'
import { expectResult } from '../file-notices.ts'
import { FollowFile } from './follow-file.tsx'

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
