/** The first thing a screen reads where its address says nothing else; in its page since that was built. */
export type Preload = {
  base: 'userApi' | 'operationsApi'
  /** With its query. */
  path: string
  method: string
  body?: string
  /** One of these is needed, and of it one of the modules and one of the policies. */
  access: { modules: string[]; policies: string[] }[]
  /** Of a list, whose reader may prefer another. */
  pageSize?: number
}

/** Such a call under way, made by `head.ts`. */
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

/** As long as what was read counts as fresh. */
const GOOD_FOR_MS = 10_000

/** The reply to this very call, if the page has asked for it ahead of its modules and nobody has taken it yet. */
export function takePreloaded(
  url: string,
  { method = 'GET', headers, body }: Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<Response> | undefined {
  const asked = globalThis.window?.preloaded ?? []
  const index = asked.findIndex(
    (one) =>
      one.url === url &&
      one.method === method &&
      one.body === (body ?? undefined) &&
      one.authorization === new Headers(headers).get('authorization'),
  )
  const [found] = index < 0 ? [] : asked.splice(index, 1)
  return found && Date.now() - found.atMs < GOOD_FOR_MS ? found.reply : undefined
}
