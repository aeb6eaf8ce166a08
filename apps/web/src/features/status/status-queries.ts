import type { Reply } from '@backoffice/contract/endpoint'
import { statusEndpoints } from '@backoffice/contract/status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../net/call.ts'

export type Status = Reply<typeof statusEndpoints.get>

/** Twice the heartbeat interval. */
const REFRESH_MS = 10_000

export const trendsQuery = queryOptions({
  queryKey: ['status', 'trends'],
  queryFn: ({ signal }) => call(statusEndpoints.trends, { signal }),
  // A point is added every minute.
  refetchInterval: 60_000,
})

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(statusEndpoints.get, { signal }),
  refetchInterval: REFRESH_MS,
})
