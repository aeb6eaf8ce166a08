import { createRouter } from '@tanstack/react-router'
import { navigationEnded } from './kit/loading-bar/navigations.ts'
import { NotFound, ProblemView } from './kit/problem-views.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ProblemView,
  defaultOnCatch: navigationEnded,
  defaultNotFoundComponent: NotFound,
  // What no route catches is for the last resort around the router, not for the router's own bare view.
  disableGlobalCatchBoundary: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
