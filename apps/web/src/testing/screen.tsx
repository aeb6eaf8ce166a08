import { type Address, fillPath, type Reply as ReplyOf } from '@backoffice/contract/endpoint'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { parseSearchParams, printSearchParams } from '../kit/navigation/search-params.ts'
import { setAuthorizer } from '../net/call.ts'
import { queryClient } from '../net/query-client.ts'
import { INITIAL } from '../session/session-state.ts'
import { useSession } from '../session/store.ts'

const CONFIG: RuntimeConfig = {
  userApi: '/api/user',
  operationsApi: '/api/operations',
  buildCheckMs: 3_600_000,
  lockAfterMs: 900_000,
  identity: { userPoolId: 'ap-southeast-1_embedded1', userPoolClientId: 'client', endpoint: '/idp/' },
}

type Reply = { status?: number; body: unknown }

/** Replies of the server by `METHOD /path`, and the calls to it other than GET. */
export type TestServer = {
  replies: Record<string, () => Reply | Promise<Reply>>
  calls: { method: string; path: string; body: unknown }[]
}

export type Call = { path: string; body: Record<string, unknown>; headers: Headers }
/** The problem that the server replies instead of a resource. */
export type Refusal = {
  status: number
  code: string
  detail?: string
  errors?: { field: string; code: string; message: string }[]
  used_by?: { label: string; count: number; link: string | null }[]
}
type ServedEndpoint = { endpoint: Address; reply: (call: Call) => unknown; calls: Call[] }
let served: ServedEndpoint[] = []

/** Replies to an endpoint of the contract until the end of the test; returns the calls of it. */
export function serve<A extends Address>(
  endpoint: A,
  reply: (call: Call) => ReplyOf<A> | { refusal: Refusal },
): Call[] {
  const calls: Call[] = []
  served = [{ endpoint, reply, calls }, ...served.filter((each) => each.endpoint !== endpoint)]
  return calls
}

function serveCall(url: string, { method = 'GET', body, headers }: RequestInit): Response | undefined {
  const path = url.replace(/\?.*/, '')
  const found = served.find(
    ({ endpoint }) =>
      endpoint.method === method &&
      new RegExp(`^/api/${endpoint.api}${fillPath(endpoint.path, () => '[^/]+')}$`).test(path),
  )
  if (!found) return undefined
  const call = {
    path,
    body: body === undefined ? {} : JSON.parse(String(body)),
    headers: new Headers(headers),
  }
  found.calls.push(call)
  const reply = found.reply(call)
  if (typeof reply !== 'object' || reply === null || !('refusal' in reply))
    return Response.json({ resource: reply })
  const { status, ...problem } = reply.refusal as Refusal
  return Response.json({ detail: '', ...problem }, { status })
}

/** Limits the user to these modules and policies. */
export function allowOnly(modules: string[], policies: string[]): void {
  const { auth } = useSession.getState()
  useSession.setState({ auth: { ...auth, userDetails: { ...auth.userDetails, modules, policies } } })
}

/** Sets up a page with a signed-in user with all permissions, and a server without replies, before each test. */
export function testServer(): TestServer {
  const server: TestServer = { replies: {}, calls: [] }
  beforeEach(() => {
    Object.assign(server, { replies: {}, calls: [] })
    served = []
    document.body.innerHTML = `<script id="config" type="application/json">${JSON.stringify(CONFIG)}</script>`
    setAuthorizer({
      getToken: async () => 'token',
      refreshToken: async () => '',
      endSessionIfOver: () => false,
      isInterrupted: () => false,
    })
    useSession.setState(INITIAL, true)
    allowOnly(['All'], ['*:*'])
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = serveCall(url, init)
      if (response) return response
      const { method = 'GET', body } = init
      const path = url.replace(/^\/api\/\w+/, '').replace(/\?.*/, '')
      if (method !== 'GET') server.calls.push({ method, path, body: body && JSON.parse(String(body)) })
      const reply = await server.replies[`${method} ${path}`]?.()
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

let address = '/'
/** Address that the last shown screen leads to, with its params. */
export const shownAddress = () => address

/** The component of a route. Its file does not export it, because the router keeps what is exported out of its chunk. */
export function screenOf({ options }: { options: { component?: unknown } }): ComponentType {
  return options.component as ComponentType
}

/** Renders content at a path; returns a function that reads the current path. */
export async function show(path: string, content: () => ReactNode): Promise<() => string> {
  const root = createRootRoute()
  const router = createRouter({
    // A route for every path, which a link relative to the current one leads to.
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$', component: content })]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: parseSearchParams,
    stringifySearch: printSearchParams,
  })
  router.subscribe('onResolved', () => {
    address = router.state.location.href
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
