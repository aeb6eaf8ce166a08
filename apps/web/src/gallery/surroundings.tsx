import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '../net/query-client.ts'

/** Router for links in the examples; they lead nowhere. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

export function Surroundings({ children }: { children: ReactNode }) {
  return (
    // The registered router type is that of the application's route tree.
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </RouterContextProvider>
  )
}
