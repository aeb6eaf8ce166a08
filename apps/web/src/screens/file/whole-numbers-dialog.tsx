import { cardEndpoints } from '@backoffice/contract/endpoints/cards'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { PURPOSE_LABELS, PURPOSES } from '@backoffice/contract/purposes'
import type { WholeNumbersReason } from '../../files/download.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type WholeNumbersDialogProps = {
  title: string
  yes: string
  /** Throws what was refused. */
  onReason: (reason: WholeNumbersReason) => Promise<unknown>
  onClose: () => void
}

/** Asks why whole card numbers that another user uploaded are needed. */
export function WholeNumbersDialog({ title, yes, onReason, onClose }: WholeNumbersDialogProps) {
  const { rules } = cardEndpoints.reveal
  const form = useRuleForm({
    fields: { reason: rules.reason, ticket_no: { ...rules.ticket_no, check: checkTicket } },
    values: { reason: '', ticket_no: '' },
    async submit({ reason, ticket_no }) {
      const known = PURPOSES.find((each) => each === reason)
      if (!known) throw new Error('The form was submitted without a reason.')
      await onReason({ reason: known, ticket_no })
    },
    saved: onClose,
    askOnLeaving: false,
  })
  return (
    <FormDialog
      form={form}
      {...{ title, yes, onClose }}
      message="Another user uploaded these card numbers. Opening them is recorded with your name and counts against your files of the day."
    >
      <NativeSelectField {...form.field('reason')}>
        <option value="" />
        {Object.entries(PURPOSE_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelectField>
      <TextField {...form.field('ticket_no')} spellCheck={false} />
    </FormDialog>
  )
}
