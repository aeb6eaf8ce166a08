import { RECENT_USE_DAYS, type Review, reviewEndpoints } from '@backoffice/contract/reviews'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { refreshReviews, storeReview } from './reviews-queries.ts'

/** Keeps exactly the undecided items that it counts. The server refuses if they have changed. */
export function KeepUsed({ review: { id, used_recently } }: { review: Review }) {
  const { count } = used_recently
  const { run, isPending } = useWrite({
    run: () => call(reviewEndpoints.keepUsed, { params: { id }, body: { used_recently } }),
    successText: `Kept: ${plural(count, 'item')} used in the last ${RECENT_USE_DAYS} days`,
    store: storeReview,
    refresh: refreshReviews,
  })
  if (count === 0) return null
  return (
    <PermissionGate permission="review:decide">
      <Button icon={<Icon name="check" />} busy={isPending} onClick={() => run()}>
        Keep {formatNumber(count)} used in the last {RECENT_USE_DAYS} days
      </Button>
    </PermissionGate>
  )
}
