import { REVIEW_DECISIONS, type ReviewDecision, type ReviewItem } from '@backoffice/contract/reviews'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/roles'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { plural } from '../../kit/format/format-number.ts'
import { TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { overturns, REASON_FIELD } from './decisions.ts'
import { describeItems, needsReplacement } from './review-words.ts'

type Props = {
  decision: ReviewDecision
  items: readonly ReviewItem[]
  /** Throws if the whole call is refused. */
  onDecide: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason why several items are removed, or kept against the decision of others. */
export function DecisionDialog({ decision, items, onDecide, onClose }: Props) {
  const form = useRuleForm({
    fields: REASON_FIELD,
    values: { reason: '' },
    submit: ({ reason }) => onDecide(reason),
    saved: onClose,
    confirmLeave: false,
  })
  const isRemoval = decision === 'REMOVE'
  const label = REVIEW_DECISIONS[decision]
  return (
    <FormDialog
      form={form}
      title={`${label} ${describeItems(items)}?`}
      message={messageOf(items, decision)}
      yes={label}
      isDangerous={isRemoval}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} hint="Visible in history and evidence" maxLength={800} />
    </FormDialog>
  )
}

function messageOf(items: readonly ReviewItem[], decision: ReviewDecision): string {
  const overturned = items.filter((item) => overturns(item, decision)).length
  const decisions =
    overturned === 1
      ? 'a decision of another reviewer'
      : `${formatNumber(overturned)} decisions of other reviewers`
  const sentences = overturned > 0 ? [`This overturns ${decisions}. They are sent your reason by email.`] : []
  if (decision === 'KEEP') return sentences.join(' ')
  const roles = items.filter(needsReplacement).length
  const seconds = items.filter(({ needs_second, own_part, decision: before }) =>
    before === 'REMOVE' ? needs_second && own_part !== null : needs_second,
  ).length
  return [
    ...sentences,
    'Removed when the review ends.',
    ...(roles > 0
      ? [`${plural(roles, 'user')} then ${roles === 1 ? 'has' : 'have'} ${DEFAULT_REPLACEMENT}.`]
      : []),
    ...(seconds > 0
      ? [
          `A second reviewer must agree to ${plural(seconds, 'item')}: of users with permissions that you don’t have.`,
        ]
      : []),
  ].join(' ')
}
