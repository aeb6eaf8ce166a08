import type { TrackedFile } from '@backoffice/contract/files'
import { useRef } from 'react'
import { usePermission } from '../../kit/access/permission.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { size } from '../../kit/format/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useUploads } from './tracked/upload/upload.ts'
import { ACCEPTED_TYPES, LazyUploadProgress, resumeUpload } from './tracked/upload/upload-on-demand.tsx'

/** Shows the upload in progress in this tab, or offers to resume an interrupted one. */
export function PendingUpload({ file }: { file: TrackedFile }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploads(({ uploads }) =>
    uploads.find(({ ticket }) => ticket?.sourceFilekey === file.source_filekey),
  )
  const { guard } = usePermission('file:upload')
  if (upload) return <LazyUploadProgress upload={upload} />
  if (!file.is_own) {
    return (
      <Notice tone="info" title="The upload has not finished.">
        If it was interrupted, {file.uploaded_by.name} can resume it. Otherwise it expires.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warn"
      title="The upload has not finished."
      action={
        <PermissionGate permission="file:upload">
          <Button variant="primary" onClick={() => input.current?.click()}>
            Choose the file again
          </Button>
        </PermissionGate>
      }
    >
      If it was interrupted, choose the same file again ({size(file.size)}). If it is still uploading in
      another tab, leave it.
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_TYPES}
        aria-label="Choose the file again"
        hidden
        onChange={guard(({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen) resumeUpload(chosen, file)
        })}
      />
    </Notice>
  )
}
