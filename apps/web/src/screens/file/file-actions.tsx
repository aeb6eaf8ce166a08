import { type Artifact, fileEndpoints, type TrackedFile } from '@backoffice/contract/endpoints/files'
import { canTransition, isInProgress } from '@backoffice/contract/file-states'
import { useQueryClient } from '@tanstack/react-query'
import { fileKeys } from '../../files/file-cache.ts'
import { cancelFile, retryFile } from '../../files/file-queries.ts'
import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useAction } from '../../kit/use-action.ts'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'

export function FileActions({ file }: { file: TrackedFile }) {
  const { state, artifacts } = file
  const ended = state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'
  return (
    <>
      {canTransition(state, 'cancel') && <CancelButton file={file} />}
      {artifacts.includes('errors') && (
        <DownloadButton file={file} artifact="errors" label="Download errors" />
      )}
      {artifacts.includes('rejected') && (
        <DownloadButton file={file} artifact="rejected" label="Download rejected" />
      )}
      {state === 'FAILED' && <RetryButton file={file} />}
      {(ended || (isInProgress(state) && file.confirmed_at !== null)) && (
        <DownloadButton
          file={file}
          artifact="result"
          label="Download result"
          variant="primary"
          ready={artifacts.includes('result')}
        />
      )}
    </>
  )
}

/** Follows a link signed for a few minutes: the browser saves the file, the page never holds it in memory. */
async function downloadFile(source_filekey: string, artifact: Artifact): Promise<void> {
  const { download_url } = await call(fileEndpoints.presign, { body: { source_filekey, artifact } })
  if (download_url === undefined) throw new Error('The reply has no download address.')
  const link = document.createElement('a')
  link.href = download_url
  link.rel = 'noreferrer'
  link.click()
}

type DownloadProps = {
  file: TrackedFile
  artifact: Artifact
  label: string
  variant?: ButtonVariant
  ready?: boolean
}

export function DownloadButton({ file, artifact, label, variant = 'plain', ready = true }: DownloadProps) {
  const download = useAction(() => downloadFile(file.source_filekey, artifact))
  return (
    <PermissionGate permission="file:download">
      <Button variant={variant} disabled={!ready} busy={download.isPending} onClick={() => download.mutate()}>
        {label}
      </Button>
    </PermissionGate>
  )
}

/**
 * The reply is the changed file: the screen shows it before a push arrives. After a conflict the file is read again, so
 * that the next attempt is based on its current version.
 */
function useFileAction(
  run: (file: TrackedFile) => Promise<TrackedFile>,
  options: { done: string; inDialog?: boolean },
) {
  const queryClient = useQueryClient()
  const runOrRefresh = async (file: TrackedFile) => {
    try {
      return await run(file)
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: fileKeys.detail(file.source_filekey) })
      throw error
    }
  }
  return useAction(runOrRefresh, {
    ...options,
    onDone: (file) => queryClient.setQueryData(fileKeys.detail(file.source_filekey), file),
  })
}

function CancelButton({ file }: { file: TrackedFile }) {
  const cancel = useFileAction(cancelFile, { done: 'File cancelled', inDialog: true })
  return (
    <PermissionGate permission="file:cancel">
      <ConfirmButton
        title="Cancel this file?"
        message={
          file.confirmed_at
            ? 'The inquiry stops where it is. What was answered so far is not kept, and it cannot be taken up again.'
            : 'The file is not run, and it cannot be taken up again: it would have to be uploaded once more.'
        }
        yes="Cancel the file"
        no="Keep it"
        busy={cancel.isPending}
        problem={cancel.error ? errorMessage(cancel.error) : undefined}
        onAsk={cancel.reset}
        onYes={() => cancel.mutate(file)}
      >
        Cancel
      </ConfirmButton>
    </PermissionGate>
  )
}

export function RetryButton({ file }: { file: TrackedFile }) {
  const retry = useFileAction(retryFile, { done: 'Trying again' })
  return (
    <PermissionGate permission="file:retry">
      <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate(file)}>
        Retry
      </Button>
    </PermissionGate>
  )
}
