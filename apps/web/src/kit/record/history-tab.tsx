import type { Resource } from '@backoffice/contract/access'
import { historyEndpoints } from '@backoffice/contract/history'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../net/call.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLazyPart } from '../lazy/use-lazy.tsx'
import type { HistoryProps } from './history-events.tsx'
import { recordKeys } from './record-queries.ts'

const loadEvents = async () => (await import('./history-events.tsx')).HistoryEvents

/** The history of a record. Most visits do not open it, so its code loads with the tab. */
export function HistoryTab(props: HistoryProps) {
  const [Events, failure] = useLazyPart('The history', loadEvents)
  return Events ? <Events {...props} /> : (failure ?? <Skeleton width="100%" height={120} />)
}

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
