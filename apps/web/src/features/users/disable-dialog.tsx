import type { UserRow } from '@backoffice/contract/users'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { describeUsers } from './user-words.ts'

type Props = {
  rows: readonly UserRow[]
  /** Throws if the whole call is refused. */
  onDisable: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Dialog for the reason of disabling users. */
export function DisableDialog({ rows, onDisable, onClose }: Props) {
  const form = useRuleForm({
    fields: { reason: { label: 'Reason', rules: 'required|max:200' } },
    values: { reason: '' },
    submit: ({ reason }) => onDisable(reason),
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title={`Disable ${describeUsers(rows)}?`}
      message="Their sessions end and they lose access immediately. The accounts, their roles and their history stay, and they can be enabled again. Running work fails. To reassign it, off-board one user at a time."
      yes="Disable"
      isDangerous
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} hint="Visible in history" maxLength={800} />
    </FormDialog>
  )
}
