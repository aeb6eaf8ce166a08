import { type Artifact, type DownloadFormat, hasWorkbook, type TrackedFile } from '@backoffice/contract/files'
import { useState } from 'react'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import type { ButtonVariant } from '../../ui/button.tsx'
import { CardReasonFields, useCardReasonForm } from './tracked/card-reason.tsx'
import { filePermission } from './tracked/categories.ts'
import { downloadFile, type WholeNumbersReason } from './tracked/download.ts'
import { FormatButton } from './tracked/format-button.tsx'

type Props = {
  file: TrackedFile
  artifact: Artifact
  label: string
  /** Object of the label, for screen readers. */
  about?: string
  variant?: ButtonVariant
  ready?: boolean
  /** Asks for the reason that whole card numbers of another user require. */
  isWhole?: boolean
}

/** Downloads an artifact of a file. */
export function DownloadButton({
  file,
  artifact,
  label,
  about,
  variant = 'plain',
  ready = true,
  // Without a reason, the result is a masked copy; other artifacts have no masked copy.
  isWhole = artifact !== 'result' && file.needs_reason.artifacts.includes(artifact),
}: Props) {
  const [isPreparing, setPreparing] = useState(false)
  const [revealed, setRevealed] = useState<DownloadFormat>()
  const download = useWrite({
    run: (format: DownloadFormat) =>
      downloadFile(file, artifact, { format, onPreparing: () => setPreparing(true) }).finally(() =>
        setPreparing(false),
      ),
  })
  return (
    <>
      <FormatButton
        label={label}
        about={about}
        menuLabel={`Formats of the ${NOUNS[artifact]}${isWhole && artifact === 'result' ? ' with whole numbers' : ''}`}
        permission={[filePermission(file, 'download'), isWhole ? ('card:unmask' as const) : []].flat()}
        variant={variant}
        disabled={!ready}
        busy={download.isPending}
        progress={isPreparing ? 'Preparing…' : undefined}
        hasFormats={hasWorkbook(file, artifact)}
        onStart={isWhole ? setRevealed : download.run}
      />
      {revealed && (
        <WholeNumbersDialog
          title={`${label}?`}
          yes="Download"
          onReason={(reason) => downloadFile(file, artifact, { reason, format: revealed })}
          onClose={() => setRevealed(undefined)}
        />
      )}
    </>
  )
}

const NOUNS = {
  result: 'result',
  errors: 'errors',
  rejected: 'rejected rows',
  preview: 'check',
  preview_new: 'new rows',
  preview_changed: 'changed rows',
  preview_unchanged: 'unchanged rows',
  source: 'original',
} as const satisfies Record<Artifact, string>

export type WholeNumbersDialogProps = {
  title: string
  yes: string
  /** Throws if the request is refused. */
  onReason: (reason: WholeNumbersReason) => Promise<unknown>
  onClose: () => void
}

/** Dialog for the reason to open whole card numbers of another user. */
export function WholeNumbersDialog({ title, yes, onReason, onClose }: WholeNumbersDialogProps) {
  const form = useCardReasonForm({ onReason, saved: onClose })
  return (
    <FormDialog
      form={form}
      {...{ title, yes, onClose }}
      message="Another user uploaded these card numbers. Opening them is recorded with your name and counts toward your daily limit."
    >
      <CardReasonFields form={form} hasNone />
    </FormDialog>
  )
}
