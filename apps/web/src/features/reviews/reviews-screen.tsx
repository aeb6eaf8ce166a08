import { may } from '@backoffice/contract/access'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { REVIEWS_LIST } from './reviews-list.tsx'
import { reviewsQuery } from './reviews-queries.ts'
import { StartReview } from './start-review.tsx'

/** Reviews of access: those of the user as a reviewer, or all. */
export function ReviewsScreen() {
  const { query, ...state } = useList(REVIEWS_LIST)
  const result = useQuery({ ...reviewsQuery(query), placeholderData: keepPreviousData })
  const user = useUser()
  const seesAll = may(user, 'review:view') || may(user, 'review:manage')
  return (
    <Page title="Reviews" crumbs={[{ label: 'Access' }]} actions={<StartReview />}>
      <ListPage
        {...{ state, result }}
        searchLabel="Search reviews"
        empty={
          <EmptyState title="No reviews yet">
            {seesAll
              ? 'Start a review to confirm that users still need their access.'
              : 'Reviews appear here when you are chosen as a reviewer.'}
          </EmptyState>
        }
      />
    </Page>
  )
}
