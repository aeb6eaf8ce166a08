import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { useRef } from 'react'
import { size } from '../../kit/format-number.ts'
import { toastFailed } from '../../kit/toast.ts'
import { ACCEPTED_TYPES, loadUploading } from '../../kit/upload/choose-files.ts'
import { useUploads } from '../../kit/upload/upload.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const loadProgress = () => import('../../kit/upload/upload-progress.tsx')

/** An upload under way in this tab is watched here; one that was interrupted is sent again. */
export function PendingUpload({ file }: { file: TrackedFile }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploads(({ uploads }) =>
    uploads.find(({ ticket }) => ticket?.sourceFilekey === file.source_filekey),
  )
  const progress = useLazyModule(loadProgress, upload !== undefined, tellMissing)
  if (upload) return progress ? <progress.UploadProgress upload={upload} /> : null
  if (!file.may.upload) {
    return (
      <Notice tone="info" title="The upload has not finished.">
        If it was interrupted, {file.uploaded_by.name} can send it again. Otherwise it expires by itself.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warn"
      title="The upload has not finished."
      action={
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose the file again
        </Button>
      }
    >
      If it was interrupted, choose the same file again ({size(file.size)}). It continues by itself where it
      is still open in another tab.
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_TYPES}
        aria-label="Choose the file again"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (!chosen) return
          loadUploading().then(
            ({ sendAgain }) => sendAgain(chosen, file),
            (error: unknown) => toastFailed(errorMessage(error)),
          )
        }}
      />
    </Notice>
  )
}

function tellMissing(): void {
  toastFailed(
    'The progress cannot be shown because a part of this page could not be loaded. The upload continues.',
  )
}
