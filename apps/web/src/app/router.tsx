import { createRouter } from '@tanstack/react-router'
import { parseSearchParams, printSearchParams } from '../kit/navigation/search-params.ts'
import { NotFound, RouteErrorView } from '../kit/shell/error-views.tsx'
import { routeEnded } from '../kit/shell/navigation-bar.tsx'
import { routeTree } from './routeTree.gen.ts'

const loadWhy = async () => (await import('../features/access/why.tsx')).Why

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // Every param is text. The router's default, JSON, makes addresses unreadable.
  parseSearch: parseSearchParams,
  stringifySearch: printSearchParams,
  defaultErrorComponent: ({ error }) => <RouteErrorView error={error} loadWhy={loadWhy} />,
  defaultOnCatch: routeEnded,
  defaultNotFoundComponent: NotFound,
  // Errors that no route catches go to the boundary around the router.
  disableGlobalCatchBoundary: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
