import { cardEndpoints } from '@backoffice/contract/cards'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../net/call.ts'

export const revealQuotaQuery = queryOptions({
  queryKey: ['card', 'reveal-quota'],
  queryFn: ({ signal }) => call(cardEndpoints.revealQuota, { signal }),
  // Other tabs use the same quota.
  gcTime: 0,
})
