import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { setAuthorizer } from '../net/call.ts'
import { queryClient } from '../net/query-client.ts'
import { useSession } from '../session/store.ts'

type Reply = { status?: number; body: unknown }

/** Replies of the server by `METHOD /path`, and the calls to it other than GET. */
export type TestServer = {
  replies: Record<string, () => Reply>
  calls: { method: string; path: string; body: unknown }[]
}

/** Sets up a page with a signed-in user with all permissions, and a server without replies, before each test. */
export function testServer(): TestServer {
  const server: TestServer = { replies: {}, calls: [] }
  beforeEach(() => {
    Object.assign(server, { replies: {}, calls: [] })
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
      const reply = server.replies[`${method} ${path}`]?.()
      return Response.json(reply?.body ?? { code: 'not_found', detail: `No reply to ${path}` }, {
        status: reply ? (reply.status ?? 200) : 404,
      })
    })
  })
  afterEach(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  return server
}

/** Renders content at a path; returns a function that reads the current path. */
export async function show(path: string, content: () => ReactNode): Promise<() => string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: content }),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultNotFoundComponent: () => null,
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      {/* The types only know the application's router. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname
}
