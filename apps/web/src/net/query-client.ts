import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'

/** Time that data is shown without a refresh. */
const FRESH_MS = 10_000

/** No retries here, because `fetchJson` retries once, and a second layer would multiply that. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, retryOnMount: false, networkMode: 'always', staleTime: FRESH_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Removes a failed read that no screen shows, so that a return to the screen reads again. */
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'observerRemoved' || query.getObserversCount() > 0) return
  if (query.state.status === 'error' && query.state.data === undefined)
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
})

/** Reads before a screen renders. Skips a read that has just failed, because loaders run twice for the first screen. */
export function prefetch<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  const state = queryClient.getQueryState(options.queryKey)
  if (state?.status === 'error' && Date.now() - state.errorUpdatedAt < FRESH_MS) return
  void queryClient.prefetchQuery(options)
}
