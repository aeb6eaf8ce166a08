import { may } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../session/store.ts'
import { reviewCountsQuery } from './reviews-queries.ts'

/** Polls the number of items that the user may decide. */
export function FollowReviews() {
  useQuery({ ...reviewCountsQuery, enabled: may(useUser(), 'review:decide') })
  return null
}
