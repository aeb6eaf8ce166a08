/** A first read of a screen without a search in its address; the build writes it into the page. */
export type Preload = {
  base: 'userApi' | 'operationsApi'
  /** Path with its query. */
  path: string
  method: string
  body?: string
  /** The user needs one entry: one of its modules and, if present, one of its policies. */
  access: { modules: string[]; policies?: string[] }[]
  /** Page size of a list, which is only preloaded if the user has this preference. */
  pageSize?: number
}

/** A preload in flight, sent by `early-fetch.ts`. */
export type PreloadedResponse = {
  url: string
  method: string
  body: string | undefined
  authorization: string
  atMs: number
  reply: Promise<Response>
}

declare global {
  interface Window {
    preloaded?: PreloadedResponse[]
  }
}

/** The stale time of the query client. */
const FRESH_MS = 10_000

/** Takes the preloaded reply to a call with this URL, method, body and token; works once per reply. */
export function takePreloaded(
  url: string,
  { method = 'GET', headers, body }: Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<Response> | undefined {
  const preloaded = globalThis.window?.preloaded ?? []
  const index = preloaded.findIndex(
    (each) =>
      each.url === url &&
      each.method === method &&
      each.body === (body ?? undefined) &&
      each.authorization === new Headers(headers).get('authorization'),
  )
  const [found] = index < 0 ? [] : preloaded.splice(index, 1)
  return found && Date.now() - found.atMs < FRESH_MS ? found.reply : undefined
}
