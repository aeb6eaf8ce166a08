import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { CardReasonFields, useCardReasonForm } from './tracked/card-reason.tsx'
import type { WholeNumbersReason } from './tracked/download.ts'

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
