import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '../../net/query-client.ts'

/** Links and queries inside examples need what a signed-in screen stands in; here it leads nowhere. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

export function Surroundings({ children }: { children: ReactNode }) {
  return (
    // Another tree of routes than the application's, for which the type is registered.
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </RouterContextProvider>
  )
}
