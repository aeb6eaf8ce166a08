import { MIN_REVIEWERS, type Review } from '@backoffice/contract/reviews'
import { Notice } from '../../ui/notice.tsx'
import { endText } from './review-words.ts'

/** How the review ended, or what keeps it from being decided. */
export function EndNotice({ review }: { review: Review }) {
  const { status, reviewers, outcomes } = review
  if (status === 'OPEN') {
    const able = reviewers.filter(({ can_decide }) => can_decide).length
    if (able >= MIN_REVIEWERS) return null
    return (
      <Notice tone="warn" title={able === 0 ? 'No reviewer can decide' : 'Only one reviewer can decide'}>
        {able === 0
          ? 'Every reviewer lost the permission or the account. Edit the review to choose others.'
          : 'Items about that reviewer’s own access stay undecided. Edit the review to choose others.'}
      </Notice>
    )
  }
  if (status === 'APPLYING')
    return (
      <Notice tone="info" title="Removing access" live>
        Decisions can’t be changed any more. The outcome of each item appears here.
      </Notice>
    )
  const { title, text } = endText(review)
  return (
    <Notice tone={status === 'FINISHED' && outcomes.not_possible > 0 ? 'warn' : 'info'} title={title}>
      {text}
    </Notice>
  )
}
