/** A first read of a screen without a search in its address; the build writes it into the page. */
export type FirstRequest = {
  base: 'userApi' | 'operationsApi'
  /** Path with its query. */
  path: string
  method: string
  body?: string
  /** The user needs one entry: one of its modules and, if present, one of its policies. */
  access: { modules: string[]; policies?: string[] }[]
  /** Page size of a list, sent only to a user with this preference. */
  pageSize?: number
}

/** A first request in flight, sent by `boot/page-start.ts`. */
export type FirstResponse = {
  url: string
  method: string
  body: string | undefined
  authorization: string
  atMs: number
  reply: Promise<Response>
}

declare global {
  interface Window {
    firstResponses?: FirstResponse[]
  }
}

/** The stale time of the query client. */
const FRESH_MS = 10_000

/** Takes the reply to a first request with this URL, method, body and token, once. */
export function takeFirstResponse(
  url: string,
  { method = 'GET', headers, body }: Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<Response> | undefined {
  const firstResponses = globalThis.window?.firstResponses ?? []
  const index = firstResponses.findIndex(
    (each) =>
      each.url === url &&
      each.method === method &&
      each.body === (body ?? undefined) &&
      each.authorization === new Headers(headers).get('authorization'),
  )
  const [found] = index < 0 ? [] : firstResponses.splice(index, 1)
  return found && Date.now() - found.atMs < FRESH_MS ? found.reply : undefined
}
