import { type Review, type ReviewItem, reviewEndpoints } from '@backoffice/contract/reviews'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './dialogs.module.css'
import { needsReplacement } from './review-words.ts'
import { itemsQuery, refreshReviews, storeReview } from './reviews-queries.ts'

/** Names what is removed and from whom, and ends the review. */
export function FinishDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { id, version, counts } = review
  const removed = useQuery(
    itemsQuery(review, { filters: { decision: { in: ['REMOVE'] } }, sort: ['user:asc'], page_size: 100 }),
  )
  const finish = useWrite({
    run: () => call(reviewEndpoints.finish, { params: { id }, body: { version } }),
    successText: ({ name }) => `Finished: ${name}`,
    store: storeReview,
    refresh: refreshReviews,
    close: onClose,
    showsError: true,
  })
  const title = 'Finish review?'
  const { data, error, isFetching, refetch } = removed
  return (
    <Dialog role="alertdialog" label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <div className={css.finish}>
        <p>
          {counts.removed === 0
            ? 'Every item is kept. Nothing is removed.'
            : `${plural(counts.removed, 'item')} will be removed, ${plural(counts.kept, 'item')} kept. Decisions can’t be changed afterwards.`}
        </p>
        {error && (
          <ErrorNotice what="The items" error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {counts.removed > 0 && !data && !error && <Skeleton width="100%" height={80} />}
        {data && data.items.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard
          <ul className={css.removed} tabIndex={0} aria-label="Items to remove">
            {data.items.map((item) => (
              <li key={item.id}>
                <strong>{item.user.name}</strong> loses {lossText(item)}
              </li>
            ))}
            {data.total > data.items.length && (
              <li>and {plural(data.total - data.items.length, 'more item')}</li>
            )}
          </ul>
        )}
        {finish.error !== undefined && (
          <Notice tone="bad" live>
            {errorMessage(finish.error)}
          </Notice>
        )}
      </div>
      <footer className={css.finishFoot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={finish.isPending} onClick={() => finish.run()}>
          Finish review
        </Button>
      </footer>
    </Dialog>
  )
}

function lossText(item: ReviewItem): string {
  const { grant, replacement } = item
  const loss = `${grant.kind === 'role' ? 'role' : 'policy'} ${grant.name}`
  return needsReplacement(item) ? `${loss}, then has ${replacement?.name ?? DEFAULT_REPLACEMENT}` : loss
}
