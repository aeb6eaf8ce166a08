import type { Artifact, TrackedFile } from '@backoffice/contract/endpoints/files'
import { canTransition, isMoving } from '@backoffice/contract/file-states'
import { useQueryClient } from '@tanstack/react-query'
import { cancelFile, downloadFile, fileKeys, retryFile } from '../../api/files.ts'
import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useAction } from '../../kit/use-action.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'

export function FileActions({ file }: { file: TrackedFile }) {
  const { state, artifacts } = file
  const ended = state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'
  return (
    <>
      {canTransition(state, 'cancel') && <CancelButton file={file} />}
      {artifacts.includes('errors') && (
        <DownloadButton file={file} artifact="errors" words="Download errors" />
      )}
      {artifacts.includes('rejected') && (
        <DownloadButton file={file} artifact="rejected" words="Download rejected" />
      )}
      {state === 'FAILED' && <RetryButton file={file} />}
      {(ended || (isMoving(state) && file.confirmed_at !== null)) && (
        <DownloadButton
          file={file}
          artifact="result"
          words="Download result"
          variant="primary"
          ready={artifacts.includes('result')}
        />
      )}
    </>
  )
}

type DownloadProps = {
  file: TrackedFile
  artifact: Artifact
  words: string
  variant?: ButtonVariant
  ready?: boolean
}

export function DownloadButton({ file, artifact, words, variant = 'plain', ready = true }: DownloadProps) {
  const download = useAction(() => downloadFile(file.source_filekey, artifact))
  return (
    <PermissionGate permission="file:download">
      <Button variant={variant} disabled={!ready} busy={download.isPending} onClick={() => download.mutate()}>
        {words}
      </Button>
    </PermissionGate>
  )
}

/** The reply is the file as it is now; the screen need not wait to be told. */
function useFileAction(run: (sourceFilekey: string) => Promise<TrackedFile>, done: string) {
  const queryClient = useQueryClient()
  return useAction(run, {
    done,
    onDone: (file) => queryClient.setQueryData(fileKeys.one(file.source_filekey), file),
  })
}

function CancelButton({ file }: { file: TrackedFile }) {
  const cancel = useFileAction(cancelFile, 'File cancelled')
  return (
    <PermissionGate permission="file:cancel">
      <ConfirmButton
        title="Cancel this file?"
        words={
          file.confirmed_at
            ? 'The inquiry stops where it is. What was answered so far is not kept, and it cannot be taken up again.'
            : 'The file is not run, and it cannot be taken up again: it would have to be uploaded once more.'
        }
        yes="Cancel the file"
        no="Keep it"
        busy={cancel.isPending}
        onYes={() => cancel.mutate(file.source_filekey)}
      >
        Cancel
      </ConfirmButton>
    </PermissionGate>
  )
}

export function RetryButton({ file }: { file: TrackedFile }) {
  const retry = useFileAction(retryFile, 'Trying again')
  return (
    <PermissionGate permission="file:retry">
      <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate(file.source_filekey)}>
        Retry
      </Button>
    </PermissionGate>
  )
}
