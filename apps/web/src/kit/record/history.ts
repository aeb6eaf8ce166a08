import type { Resource } from '@backoffice/contract/access'
import { historyEndpoints } from '@backoffice/contract/endpoints/history'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../net/call.ts'
import { recordKeys } from './record-queries.ts'

/** What happened to a record, newest first, by pages. */
export function historyQuery(resource: Resource, id: string) {
  return infiniteQueryOptions({
    queryKey: [...recordKeys.histories(resource), id],
    queryFn: ({ signal, pageParam }) =>
      call(historyEndpoints.get, {
        params: { resource, id },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
