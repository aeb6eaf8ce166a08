import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import { type ApprovalKind, MAX_REASON_CHARS, MAX_TICKET_CHARS } from '@backoffice/contract/approvals'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { openDialog } from '../../../kit/lazy/open-dialog.tsx'
import type { ExtraHeaders, Interruption } from '../../../net/interruptions.ts'
import { TextField } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/** The change that needs approval, as the server's refusal describes it. */
export type NeededApproval = {
  kind: ApprovalKind
  what: string
  count: number
  unit: string
  /** Names of the first users who can decide. */
  deciders: readonly string[]
}

/** Asks for the reason and the ticket number of a change that needs approval. Null if the user cancels. */
export const askForReason: Interruption = ({ current }) =>
  openDialog<ExtraHeaders | null>((settle) => (
    // The server sends it with this refusal.
    <ReasonDialog needed={current as NeededApproval} onSettled={settle} />
  ))

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

type Props = { needed: NeededApproval; onSettled: (headers: ExtraHeaders | null) => void }

export function ReasonDialog({ needed, onSettled }: Props) {
  const { what, count, unit, deciders } = needed
  const form = useRuleForm<{ reason: string; ticket_no: string }>({
    fields: {
      reason: { label: 'Reason', rules: `required|max:${MAX_REASON_CHARS}` },
      ticket_no: { label: 'Ticket number', rules: `max:${MAX_TICKET_CHARS}` },
    },
    values: { reason: '', ticket_no: '' },
    submit: ({ reason, ticket_no }) =>
      onSettled({
        [APPROVAL_HEADERS.reason]: encodeURIComponent(reason),
        ...(ticket_no && { [APPROVAL_HEADERS.ticket]: encodeURIComponent(ticket_no) }),
      }),
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title="This change needs approval"
      message={
        <>
          <strong>{what}</strong>
          {count > 1 && `: ${plural(count, unit)}`}. It takes effect once another user approves it:{' '}
          {ALTERNATIVES.format(deciders)}.
        </>
      }
      yes="Send for approval"
      onClose={() => onSettled(null)}
    >
      <TextArea {...form.field('reason')} hint="Approvers see this" maxLength={MAX_REASON_CHARS * 4} />
      <TextField {...form.field('ticket_no')} maxLength={MAX_TICKET_CHARS * 4} />
    </FormDialog>
  )
}
