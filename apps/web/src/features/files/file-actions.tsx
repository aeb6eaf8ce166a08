import type { Permission } from '@backoffice/contract/access'
import type { FileKind } from '@backoffice/contract/file-kinds'
import { canTransition, isInProgress } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { useWrite, type Write } from '../../kit/form/use-write.ts'
import { queryClient } from '../../net/query-client.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { DownloadButton, WholeNumbersDialog, type WholeNumbersDialogProps } from './download-button.tsx'
import { filePermission } from './tracked/categories.ts'
import type { WholeNumbersReason } from './tracked/download.ts'
import { fileKeys, refreshFileLists } from './tracked/file-queries.ts'
import { isWaiting } from './tracked/file-state.tsx'
import { canRunAgain, changeFile } from './tracked/file-writes.ts'

/** Download label of the result, by kind. */
const RESULTS: Readonly<Record<FileKind, string | undefined>> = {
  inquiry: 'Download result',
  // An import has no result file, because its rows are in the table.
  import: undefined,
  export: 'Download',
  action: 'Download outcomes',
}

export function FileActions({ file }: { file: TrackedFile }) {
  const { kind, state, artifacts, hold } = file
  const ended = state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'
  const isRunning =
    isInProgress(state) && (file.confirmed_at !== null || kind === 'export' || kind === 'action')
  // Its footer has the download of the rejected rows.
  const hasGrid = state === 'AWAITING_CONFIRMATION' && file.may.fix
  // A mapping has no result file.
  const result = file.action?.action === 'map' ? undefined : RESULTS[kind]
  return (
    <>
      {canTransition(state, 'cancel') && <CancelButton file={file} />}
      {kind !== 'import' && artifacts.includes('errors') && (
        <DownloadButton file={file} artifact="errors" label="Download errors" />
      )}
      {kind !== 'import' && !hasGrid && artifacts.includes('rejected') && (
        <DownloadButton file={file} artifact="rejected" label="Download rejected" />
      )}
      {state === 'REJECTED' && artifacts.includes('source') && (
        <DownloadButton file={file} artifact="source" label="Download original" />
      )}
      {canRunAgain(file) && <RunAgainButton file={file} />}
      {state === 'FAILED' && <RetryButton file={file} />}
      {artifacts.includes('result') && file.needs_reason.artifacts.includes('result') && (
        <DownloadButton file={file} artifact="result" label="Download whole numbers" isWhole />
      )}
      {result && !hold?.is_held && (ended || isRunning) && (
        <DownloadButton
          file={file}
          artifact="result"
          label={result}
          variant="primary"
          ready={artifacts.includes('result')}
        />
      )}
    </>
  )
}

/** Stores the changed file from the reply; after a failure, refetches it for the current version. */
function useFileAction<Input = void>(
  sourceFilekey: string,
  write: Pick<Write<Input, TrackedFile>, 'run' | 'successText' | 'showsError'>,
) {
  const queryKey = fileKeys.detail(sourceFilekey)
  return useWrite({
    ...write,
    store: (file) => queryClient.setQueryData(queryKey, file),
    refresh: (error) => (error ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

const CANCEL_TITLES: Readonly<Record<FileKind, string>> = {
  inquiry: 'Cancel this file?',
  import: 'Cancel this import?',
  export: 'Cancel this export?',
  action: 'Stop this action?',
}

const CANCEL_ANSWERS: Readonly<Record<FileKind, string>> = {
  inquiry: 'Cancel file',
  import: 'Cancel import',
  export: 'Cancel export',
  action: 'Stop action',
}

function cancelMessage(file: TrackedFile): string {
  const { kind, confirmed_at, uploaded_at } = file
  const request = isWaiting(file) ? ', and the request for approval is withdrawn' : ''
  const later = uploaded_at ? 'To run it later, choose Run again.' : 'To run it, upload the file again.'
  switch (kind) {
    case 'inquiry':
      return confirmed_at
        ? `The inquiry stops and its rows so far are discarded. You can’t undo this. ${later}`
        : `The file will not run. You can’t undo this. ${later}`
    case 'import':
      return confirmed_at
        ? `The import stops and writes nothing. You can’t undo this. ${later}`
        : `Nothing will be written${request}. You can’t undo this. ${later}`
    case 'export':
      return 'The export stops and its partial file is removed.'
    case 'action':
      return 'Rows already changed stay changed. The other rows are not changed.'
  }
}

function CancelButton({ file }: { file: TrackedFile }) {
  const cancel = useFileAction(file.source_filekey, {
    run: () => changeFile('cancel', file),
    successText: 'File cancelled',
    showsError: true,
  })
  return (
    <PermissionGate permission={filePermission(file, 'cancel')}>
      <ConfirmButton
        title={CANCEL_TITLES[file.kind]}
        message={cancelMessage(file)}
        yes={CANCEL_ANSWERS[file.kind]}
        // "Cancel" would read as the action itself.
        no="Go back"
        write={cancel}
      >
        Cancel
      </ConfirmButton>
    </PermissionGate>
  )
}

export function RetryButton({ file }: { file: TrackedFile }) {
  const retry = useFileAction(file.source_filekey, {
    run: (reason: WholeNumbersReason | undefined) => changeFile('retry', file, reason),
    successText: 'Retry started',
  })
  if (file.needs_reason.retry)
    return (
      <WholeNumbersButton
        label="Retry"
        variant="primary"
        permissions={[filePermission(file, 'retry')].flat()}
        title="Run this file again?"
        yes="Retry"
        onReason={retry.send}
      />
    )
  return (
    <PermissionGate permission={filePermission(file, 'retry')}>
      <Button variant="primary" busy={retry.isPending} onClick={() => retry.run(undefined)}>
        Retry
      </Button>
    </PermissionGate>
  )
}

/** Makes a new file from the stored upload and opens it. */
function RunAgainButton({ file }: { file: TrackedFile }) {
  const navigate = useNavigate()
  const run = useWrite({
    run: (reason: WholeNumbersReason | undefined) => changeFile('runAgain', file, reason),
    refresh: refreshFileLists,
    close: ({ source_filekey }) => navigate({ to: '/files/$source_filekey', params: { source_filekey } }),
  })
  const permissions = [filePermission(file, 'runAgain')].flat()
  // Other files have a result or a retry as their next step.
  const variant = file.state === 'CANCELLED' || file.state === 'EXPIRED' ? 'primary' : 'plain'
  if (file.needs_reason.run_again)
    return (
      <WholeNumbersButton
        label="Run again"
        variant={variant}
        permissions={permissions}
        title="Run this file again?"
        yes="Run again"
        onReason={run.send}
      />
    )
  return (
    <PermissionGate permission={permissions}>
      <Button variant={variant} busy={run.isPending} onClick={() => run.run(undefined)}>
        Run again
      </Button>
    </PermissionGate>
  )
}

type Props = Omit<WholeNumbersDialogProps, 'onClose'> & {
  label: string
  /** Needed in addition to `card:unmask`. */
  permissions: readonly Permission[]
  variant?: ButtonVariant
}

/** Action on whole card numbers of another user, which requires a reason and a ticket. */
function WholeNumbersButton({ label, permissions, variant = 'plain', ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PermissionGate permission={[...permissions, 'card:unmask']}>
        <Button variant={variant} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </PermissionGate>
      {isOpen && <WholeNumbersDialog {...dialog} onClose={close} />}
    </>
  )
}
