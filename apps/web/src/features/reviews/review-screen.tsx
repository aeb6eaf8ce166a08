import type { Review } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSidebarMark } from '../../kit/navigation/sidebar-mark.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { NotFoundPage } from '../../kit/shell/error-views.tsx'
import { type Crumb, Page } from '../../kit/shell/page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EndNotice } from './end-notice.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewHead } from './review-head.tsx'
import { ReviewItems } from './review-items.tsx'
import { statusBadge } from './review-words.ts'
import { REVIEWS, reviewQuery } from './reviews-queries.ts'

const CRUMBS: readonly Crumb[] = [{ label: 'Access' }, { label: 'Reviews', to: '/reviews' }]

/** A review: its progress, and its items with their decisions. */
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
