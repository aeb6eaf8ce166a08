import { type ApprovalRow, approvalEndpoints } from '@backoffice/contract/approvals'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { plural } from '../../kit/format/format-number.ts'
import { TextArea } from '../../ui/text-area.tsx'

type Props = {
  rows: readonly ApprovalRow[]
  /** Throws if the whole call is refused. */
  onReject: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a rejection. */
export function RejectDialog({ rows, onReject, onClose }: Props) {
  const form = useRuleForm({
    fields: approvalEndpoints.reject.rules,
    values: { reason: '' },
    submit: ({ reason }) => onReject(reason),
    saved: onClose,
    confirmLeave: false,
  })
  const [first] = rows
  const reviews = rows.filter(({ kind }) => kind === 'BREAK_GLASS').length
  const effect =
    reviews === 0
      ? 'Nothing is changed.'
      : reviews === rows.length
        ? 'Break-glass access ends at once.'
        : 'Nothing is changed, but break-glass access ends at once.'
  return (
    <FormDialog
      form={form}
      title={`Reject ${rows.length === 1 && first ? `“${first.what}”` : plural(rows.length, 'request')}`}
      message={`${effect} The requester sees the reason.`}
      yes="Reject"
      isDangerous
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} hint="Visible in history" maxLength={800} />
    </FormDialog>
  )
}
