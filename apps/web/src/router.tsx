import { createRouter } from '@tanstack/react-router'
import { NotFound, RouteErrorView } from './kit/error-views.tsx'
import { routeEnded } from './kit/loading-bar/navigation-bar.tsx'
import { parseSearchParams, printSearchParams } from './kit/search-params.ts'
import { routeTree } from './routeTree.gen.ts'

/** Explains a refusal of a screen. */
const loadWhy = async () => (await import('./access/why.tsx')).Why

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // Every param is text: as JSON, which is the router's own way, an address could not be read.
  parseSearch: parseSearchParams,
  stringifySearch: printSearchParams,
  defaultErrorComponent: ({ error }) => <RouteErrorView error={error} loadWhy={loadWhy} />,
  defaultOnCatch: routeEnded,
  defaultNotFoundComponent: NotFound,
  // What no route catches is for the last resort around the router, not for the router's own bare view.
  disableGlobalCatchBoundary: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
