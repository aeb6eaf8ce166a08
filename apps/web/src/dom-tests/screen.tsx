import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { setAuthorizer } from '../net/call.ts'
import { queryClient } from '../net/query-client.ts'
import { useSession } from '../session/store.ts'

type Answer = { status?: number; body: unknown }

/** A server of replies by `METHOD /path`, and the calls that it got except those by GET. */
export type TestServer = {
  answers: Record<string, () => Answer>
  calls: { method: string; path: string; body: unknown }[]
}

/** Before each test a page with a signed-in user who may do everything, and a server without replies. */
export function testServer(): TestServer {
  const server: TestServer = { answers: {}, calls: [] }
  beforeEach(() => {
    Object.assign(server, { answers: {}, calls: [] })
    document.body.innerHTML =
      '<script id="config" type="application/json">{"userApi":"/api/user","operationsApi":"/api/operations"}</script>'
    setAuthorizer({
      getToken: async () => 'token',
      refreshToken: async () => '',
      endsSession: () => false,
      isInterrupted: () => false,
    })
    const { auth } = useSession.getState()
    const userDetails = { ...auth.userDetails, modules: ['All'], policies: ['*:*'] }
    useSession.setState({ auth: { ...auth, userDetails } })
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
      const path = url.replace(/^\/api\/\w+/, '').replace(/\?.*/, '')
      if (method !== 'GET') server.calls.push({ method, path, body: body && JSON.parse(String(body)) })
      const answer = server.answers[`${method} ${path}`]?.()
      return Response.json(answer?.body ?? { code: 'not_found', detail: `No reply to ${path}` }, {
        status: answer ? (answer.status ?? 200) : 404,
      })
    })
  })
  afterEach(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  return server
}

/** Shows a part of a screen at a path; returns how to read the path that it leads to. */
export async function show(path: string, content: () => ReactNode): Promise<() => string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: content }),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultNotFoundComponent: () => null,
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      {/* The types know the router of the application alone. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname
}
