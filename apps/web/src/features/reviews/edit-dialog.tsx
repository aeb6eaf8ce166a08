import type { CallInput } from '@backoffice/contract/endpoint'
import { isKeyOf } from '@backoffice/contract/objects'
import { type Review, reviewEndpoints, UNDECIDED } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { NameField, ReviewFields, type ReviewValues, reviewFields } from './review-fields.tsx'
import { refreshReviews, reviewersQuery, storeReview } from './reviews-queries.ts'

type Change = NonNullable<CallInput<typeof reviewEndpoints.update>['body']>

const valuesOf = (review: Review): ReviewValues => ({
  name: review.name,
  due_on: review.due_on,
  undecided: review.undecided,
  reviewers: review.reviewers.map(({ id }) => id),
})

/** The changed values with the version in which they were shown. */
function changeOf({ name, due_on, undecided, reviewers }: ReviewValues, base: Review): Change {
  const before = valuesOf(base)
  return {
    version: base.version,
    ...(name !== before.name && { name }),
    ...(due_on !== before.due_on && { due_on }),
    ...(undecided !== before.undecided && isKeyOf(UNDECIDED, undecided) && { undecided }),
    ...(reviewers.toSorted().join() !== before.reviewers.toSorted().join() && { reviewers }),
  }
}

/** Changes the name, due date, reviewers and the treatment of undecided items of an open review. */
export function EditDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  // A refresh must not change what the user sees as the current values.
  const [base] = useState(review)
  const { data } = useQuery(reviewersQuery)
  const { send } = useWrite({
    run: (body: Change) => call(reviewEndpoints.update, { params: { id: base.id }, body }),
    successText: ({ name }) => `${name} saved`,
    store: storeReview,
    refresh: refreshReviews,
  })
  const form = useRuleForm<ReviewValues>({
    fields: reviewFields(base.due_on),
    values: valuesOf(base),
    submit: async (values) => {
      const change = changeOf(values, base)
      if (Object.keys(change).length > 1) await send(change)
    },
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title="Edit review"
      message="Reviewers see the changes at once."
      yes="Save"
      onClose={onClose}
    >
      <NameField form={form} />
      <ReviewFields form={form} people={data} known={base.reviewers} isKept={base.undecided === 'KEEP'} />
    </FormDialog>
  )
}
