import { canTransition } from '@backoffice/contract/file-states'
import type { Artifact, TrackedFile } from '@backoffice/contract/files'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toastFailed } from '../../../../kit/feedback/toast.ts'
import { useWrite } from '../../../../kit/form/use-write.ts'
import { useLazyDialog } from '../../../../kit/lazy/use-lazy.tsx'
import type { BulkActions } from '../../../../kit/list/bulk-bar.tsx'
import { gatedItem } from '../../../../kit/list/gated-item.ts'
import { useUser } from '../../../../session/store.ts'
import type { MenuItem } from '../../../../ui/menu.tsx'
import { filePermission } from '../categories.ts'
import { refreshFileLists } from '../file-queries.ts'
import { canRunAgain } from '../file-writes.ts'
import {
  awaitsConfirmation,
  type Batch,
  type BatchInput,
  type BatchResult,
  doneText,
  needsReason,
  refusedText,
  runBatch,
  type Step,
} from './batch-steps.ts'

export type FileBatch = {
  bulk: BulkActions<TrackedFile>
  menu: (file: TrackedFile) => readonly MenuItem[]
  /** Starts a step, after its dialog if it needs one. */
  start: (batch: Batch) => void
  dialog: ReactNode
}

const loadBatch = () => import('./batch-dialog.tsx')

/** Bulk bar and row menu of a list of tracked files. `onDone` is called after several files were changed. */
export function useFileBatch(onDone: () => void): FileBatch {
  const [batch, setBatch] = useState<Batch>()
  const [refused, setRefused] = useState<BatchResult>()
  const user = useUser()
  const navigate = useNavigate()
  const { run, send, isPending } = useWrite({
    run: ({ input, ...started }: Batch & { input: BatchInput }) => runBatch(started, input),
    successText: doneText,
    refresh: refreshFileLists,
    close: (result) => {
      setBatch(undefined)
      setRefused(refusedText(result) === undefined ? undefined : result)
      if (result.files.length > 1) onDone()
    },
    refusalText: refusedText,
  })
  const dialogs = useLazyDialog(loadBatch, batch !== undefined || refused !== undefined, () => {
    setBatch(undefined)
    setRefused(undefined)
  })

  function start(next: Batch): void {
    const isRefused = next.step === 'confirm' && !next.files.some(awaitsConfirmation)
    const isAsked = next.step === 'confirm' || next.step === 'cancel' || needsReason(next)
    const choosesArtifact = next.step === 'download' && next.artifact === undefined
    if (isRefused) toastFailed('None of these files waits for its confirmation.')
    else if (isAsked || choosesArtifact) setBatch(next)
    else run({ ...next, input: {} })
  }

  const bulkStep = (step: Step) => ({
    isPending: isPending && batch === undefined,
    run: (files: readonly TrackedFile[]) => start({ step, files }),
  })

  return {
    start,
    bulk: [
      { label: 'Confirm', permission: 'inquiry:run', ...bulkStep('confirm') },
      { label: 'Download', permission: 'file:download', ...bulkStep('download') },
      { label: 'Retry', permission: 'file:retry', ...bulkStep('retry') },
      { label: 'Run again', permission: 'file:upload', ...bulkStep('runAgain') },
      { label: 'Cancel files', permission: 'file:cancel', isDangerous: true, ...bulkStep('cancel') },
    ],
    menu: (file) => {
      const item = (label: string, step: Step, artifact?: Artifact): readonly MenuItem[] => {
        const next: Batch = { step, files: [file], ...(artifact && { artifact }) }
        const whole = needsReason(next) ? (['card:unmask'] as const) : []
        return gatedItem(user, [...[filePermission(file, step)].flat(), ...whole], {
          label,
          onSelect: () => start(next),
          ...(step === 'cancel' && { isDangerous: true, isApart: true }),
        })
      }
      const { state, kind, artifacts } = file
      const offers = (artifact: Artifact, label: string) =>
        artifacts.includes(artifact) ? item(label, 'download', artifact) : []
      const params = { source_filekey: file.source_filekey }
      return [
        {
          label: file.may.match && state === 'MATCHING' ? 'Match columns' : 'Open',
          keys: 'Enter',
          onSelect: () => void navigate({ to: '/files/$source_filekey', params }),
        },
        ...(awaitsConfirmation(file) ? item('Confirm', 'confirm') : []),
        ...offers('result', kind === 'action' ? 'Download outcomes' : 'Download result'),
        ...offers('errors', 'Download errors'),
        ...offers('rejected', 'Download rejected rows'),
        ...offers('source', 'Download original'),
        ...(state === 'FAILED' ? item('Retry', 'retry') : []),
        ...(canRunAgain(file) ? item('Run again', 'runAgain') : []),
        ...(canTransition(state, 'cancel') ? item('Cancel file', 'cancel') : []),
      ]
    },
    dialog: dialogs && (
      <>
        {batch && (
          <dialogs.BatchDialog
            batch={batch}
            onRun={(input) => send({ ...batch, input })}
            onClose={() => setBatch(undefined)}
          />
        )}
        {refused && <dialogs.RefusedFiles result={refused} onClose={() => setRefused(undefined)} />}
      </>
    ),
  }
}
