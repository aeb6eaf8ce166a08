import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'

/** What was read is shown this long without reading it again. */
const FRESH_MS = 10_000

/** One retry is the client's below; a second layer, or a screen asking once more as it opens, would multiply it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, retryOnMount: false, networkMode: 'always', staleTime: FRESH_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Forgets a failed read that no screen shows any more, so that coming back to it reads again. */
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'observerRemoved' || query.getObserversCount() > 0) return
  if (query.state.status === 'error' && query.state.data === undefined)
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
})

/** Reads ahead of a screen. What has just failed is not sent again: a loader runs twice as the first screen opens. */
export function prefetch<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  const state = queryClient.getQueryState(options.queryKey)
  if (state?.status === 'error' && Date.now() - state.errorUpdatedAt < FRESH_MS) return
  void queryClient.prefetchQuery(options)
}
