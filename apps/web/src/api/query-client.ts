import { QueryClient } from '@tanstack/react-query'

/** One retry is the client's below; a second layer, or a screen asking once more as it opens, would multiply it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, retryOnMount: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What failed and is no longer looked at is forgotten: whoever comes back to it asks afresh. */
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'observerRemoved' || query.getObserversCount() > 0) return
  if (query.state.status === 'error' && query.state.data === undefined)
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
})
