import type { ImportPreview, TrackedFile } from '@backoffice/contract/files'
import type { RefObject } from 'react'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../download-button.tsx'
import { ImportValid } from '../import/import-valid.tsx'
import css from './fix-part.module.css'

type Props = {
  file: TrackedFile
  /** Undefined for an inquiry, which has its own form. */
  preview: ImportPreview | undefined
  changed: number
  fixed: number
  isChecking: boolean
  onRecheck: () => void
  onBlocked: () => void
  footer: RefObject<HTMLElement | null>
}

/** Next steps of the fixes. */
export function FixFooter({ file, preview, changed, fixed, isChecking, footer, ...on }: Props) {
  const hasDraft = changed > 0
  return (
    <footer ref={footer} className={css.footer} data-sticks={preview && true}>
      <span>{isChecking ? 'The fixed rows are being checked.' : describeDraft(changed, fixed, preview)}</span>
      <div className={css.buttons}>
        {file.artifacts.includes('rejected') && (
          <DownloadButton file={file} artifact="rejected" label="Download the rest" />
        )}
        <PermissionGate permission="file:upload">
          <Button
            variant={hasDraft ? 'primary' : 'plain'}
            busy={isChecking}
            aria-disabled={!hasDraft || undefined}
            onClick={() => hasDraft && on.onRecheck()}
          >
            Re-check
          </Button>
        </PermissionGate>
        {preview && (
          <ImportValid
            file={file}
            preview={preview}
            onBlocked={hasDraft || isChecking ? on.onBlocked : undefined}
          />
        )}
      </div>
    </footer>
  )
}

function describeDraft(changed: number, fixed: number, preview: ImportPreview | undefined): string {
  const left = changed - fixed
  const parts = [
    fixed > 0 &&
      `${plural(fixed, 'fixed row is', 'fixed rows are')} ${preview ? 'imported' : 'looked up'} after a re-check.`,
    left > 0 && `${plural(left, 'changed row still has', 'changed rows still have')} problems.`,
  ]
  return parts.filter(Boolean).join(' ') || 'Nothing is changed yet. Fix cells, then re-check.'
}
