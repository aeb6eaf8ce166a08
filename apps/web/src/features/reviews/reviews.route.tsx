import { may } from '@backoffice/contract/access'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { requireScreen } from '../../kit/access/guards.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { listParams } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { REVIEWS_LIST } from './reviews-list.tsx'
import { reviewsQuery } from './reviews-queries.ts'

export const Route = createFileRoute('/_app/reviews/')({
  validateSearch: listParams,
  beforeLoad: () => requireScreen('reviews'),
  component: ReviewsScreen,
})

/** Access reviews of the user as a reviewer, or all. */
function ReviewsScreen() {
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

const loadDialog = async () => (await import('./start-dialog.tsx')).StartDialog

/** Opens the form of a new review. */
function StartReview() {
  const [isOpen, setOpen] = useState(false)
  const StartDialog = useLazyDialog(loadDialog, isOpen, () => setOpen(false))
  return (
    <>
      <PermissionGate permission="review:manage">
        <Button variant="primary" onClick={() => setOpen(true)}>
          Start review
        </Button>
      </PermissionGate>
      {isOpen && StartDialog && <StartDialog onClose={() => setOpen(false)} />}
    </>
  )
}
