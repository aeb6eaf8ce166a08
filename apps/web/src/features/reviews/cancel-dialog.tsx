import { type Review, reviewEndpoints } from '@backoffice/contract/reviews'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { REASON_FIELD } from './decisions.ts'
import { refreshReviews, storeReview } from './reviews-queries.ts'

/** Ends a review without any effect. */
export function CancelDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { id, version, name } = review
  const { send } = useWrite({
    run: (reason: string) => call(reviewEndpoints.cancel, { params: { id }, body: { version, reason } }),
    successText: `Cancelled: ${name}`,
    store: storeReview,
    refresh: refreshReviews,
  })
  const form = useRuleForm({
    fields: REASON_FIELD,
    values: { reason: '' },
    submit: ({ reason }) => send(reason),
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title="Cancel review?"
      message="Nothing is removed, and the decisions have no effect. A cancelled review can’t be continued."
      yes="Cancel review"
      no="Keep open"
      isDangerous
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} hint="Visible in history and evidence" maxLength={800} />
    </FormDialog>
  )
}
