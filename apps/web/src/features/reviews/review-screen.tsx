import { MIN_REVIEWERS, type Review, UNDECIDED } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSidebarMark } from '../../kit/navigation/shell-state.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { NotFoundPage } from '../../kit/shell/error-views.tsx'
import { type Crumb, Page } from '../../kit/shell/page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Notice } from '../../ui/notice.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewItems } from './review-items.tsx'
import { decidedText, endText, progressText, scopeText, statusBadge } from './review-words.ts'
import css from './reviews.module.css'
import { Due, ReviewProgress } from './reviews-list.tsx'
import { REVIEWS, reviewQuery } from './reviews-queries.ts'

const CRUMBS: readonly Crumb[] = [{ label: 'Access' }, { label: 'Reviews', to: '/reviews' }]

/** Progress of a review, and its items with their decisions. */
export function ReviewScreen({ id }: { id: string }) {
  useSidebarMark('/reviews')
  const query = useQuery(reviewQuery(id))
  if (query.data) return <ReviewPage review={query.data} />
  if (isGone(query))
    return (
      <NotFoundPage crumbs={CRUMBS} message="This review does not exist." hint="The address may be mistyped.">
        <Link {...listLink(REVIEWS)} {...buttonVariant('primary')}>
          Back to Reviews
        </Link>
      </NotFoundPage>
    )
  return (
    <Page title="Review" crumbs={CRUMBS}>
      <Card>
        <RecordContent query={query} noun="review" title="Reviews" back={listLink(REVIEWS)}>
          {() => null}
        </RecordContent>
      </Card>
    </Page>
  )
}

function ReviewPage({ review }: { review: Review }) {
  const { tone, text } = statusBadge(review)
  return (
    <Page
      title={review.name}
      crumbs={CRUMBS}
      badge={<Badge tone={tone}>{text}</Badge>}
      actions={<ReviewActions review={review} />}
    >
      <ReviewItems
        review={review}
        above={
          <>
            <EndNotice review={review} />
            <ReviewHead review={review} />
          </>
        }
      />
    </Page>
  )
}

/** How the review ended, or what keeps it from being decided. */
function EndNotice({ review }: { review: Review }) {
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

/** Progress and facts of a review. */
function ReviewHead({ review }: { review: Review }) {
  const names = review.reviewers.map(({ name, can_decide }) => (can_decide ? name : `${name} (can’t decide)`))
  const [first, ...others] = names
  return (
    <section className={css.head} aria-label="Progress">
      <div className={css.progress}>
        <p>
          <strong>{decidedText(review)}</strong> <span>{progressText(review)}</span>
        </p>
        <ReviewProgress counts={review.counts} />
      </div>
      <dl className={css.facts}>
        <div>
          <dt>Due</dt>
          <dd>
            <Due row={review} />
          </dd>
        </div>
        <div>
          <dt>If undecided</dt>
          <dd>{UNDECIDED[review.undecided]}</dd>
        </div>
        <div>
          <dt>Scope</dt>
          <dd>{scopeText(review)}</dd>
        </div>
        <div>
          <dt>Owner</dt>
          <dd>{review.started_by.name}</dd>
        </div>
        <div>
          <dt>Reviewers</dt>
          <dd>
            {first}
            {others.length > 0 && (
              <details className={css.more}>
                <summary>and {formatNumber(others.length)} more</summary>
                {others.join(', ')}
              </details>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
