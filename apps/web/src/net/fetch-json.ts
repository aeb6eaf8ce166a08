import { backoffMs, pause } from './backoff.ts'
import { takeFirstResponse } from './first-requests.ts'

/** Limit of `Retry-After`, because the user waits for the reply. */
const LONGEST_RETRY_MS = 10_000
const RETRY_AFTER_STATUSES = new Set([429, 503])

/** Milliseconds of `Retry-After`, which is in seconds or a date; undefined for other values. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Only HTTP dates, because `Date.parse` accepts many other formats.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/** Wait before the retry of a read, at least the time that an overloaded server requests. */
export function retryDelayMs(response: Response | undefined, nowMs: number, random = Math.random()): number {
  const requestedMs = RETRY_AFTER_STATUSES.has(response?.status ?? 0)
    ? retryAfterMs(response?.headers.get('retry-after'), nowMs)
    : undefined
  return Math.min(LONGEST_RETRY_MS, (requestedMs ?? 0) + (backoffMs(1, undefined, random) ?? 0))
}

/** A status of 400 or more with the data of its body, or a missing response with its reason as `cause`. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly response: Response | undefined
  readonly data: unknown

  constructor(response: Response | undefined, options: { data?: unknown; cause?: unknown }) {
    super(response ? `Status ${response.status}` : 'No response', { cause: options.cause })
    this.response = response
    this.data = options.data
  }
}

/** Statuses for which a GET is sent a second time, as for a missing response. Other methods are never retried. */
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504])

type Request = RequestInit & {
  timeoutMs: number
  onReply: (status: number) => void
  onNoReply: () => void
}

/** Resolves to the status and the parsed body; undefined for a body that is not JSON. */
export async function fetchJson(
  url: string,
  { timeoutMs, onReply, onNoReply, ...init }: Request,
): Promise<{ status: number; data: unknown }> {
  const { method = 'GET', signal } = init
  for (let triesLeft = method === 'GET' ? 2 : 1; ; ) {
    let failure: FetchError
    try {
      const response = await (takeFirstResponse(url, init) ?? timedFetch(url, { ...init, timeoutMs }))
      onReply(response.status)
      const data = parseJson(await response.text())
      if (response.status < 400) return { status: response.status, data }
      failure = new FetchError(response, { data })
    } catch (cause) {
      if (!signal?.aborted) onNoReply()
      failure = new FetchError(undefined, { cause })
    }
    triesLeft -= 1
    const { response } = failure
    const isPassing = response === undefined || RETRIED_STATUSES.has(response.status)
    if (triesLeft === 0 || signal?.aborted || !isPassing) throw failure
    await pause(retryDelayMs(response, Date.now()))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Rejects with `createError()` unless the promise settles within `timeoutMs`. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, createError: () => Error): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(createError()), timeoutMs)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}

const NULL_BODY_STATUSES = new Set([101, 204, 205, 304])

/**
 * `fetch` that resolves when the whole body has arrived, and rejects with a `TimeoutError` after `timeoutMs`: otherwise
 * an incomplete body would never settle.
 */
export async function timedFetch(
  input: RequestInfo | URL,
  { timeoutMs, ...init }: RequestInit & { timeoutMs: number },
): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException('No response in time.', 'TimeoutError')),
    timeoutMs,
  )
  const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
  try {
    const response = await fetch(input, { ...init, signal })
    return NULL_BODY_STATUSES.has(response.status)
      ? response
      : new Response(await response.arrayBuffer(), response)
  } finally {
    clearTimeout(timer)
  }
}
