import { QueryClient } from '@tanstack/react-query'

/** One retry is the client's below; a second layer would multiply it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
