import type { Resource } from '@backoffice/contract/access'
import { historyEndpoints } from '@backoffice/contract/history'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../net/call.ts'
import { recordKeys } from './record-queries.ts'

/** Events of a record by page, newest first. */
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

/** Count of events for the tab: `14`, `50+`; undefined until loaded. */
export function useHistoryCount(resource: Resource, id: string): string | undefined {
  const { data } = useInfiniteQuery(historyQuery(resource, id))
  if (!data) return undefined
  const events = data.pages.reduce((total, { items }) => total + items.length, 0)
  return `${events}${data.pages.at(-1)?.next ? '+' : ''}`
}
