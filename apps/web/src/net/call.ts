import type { CallInput, Endpoint, Reply } from '@backoffice/contract/endpoint'
import { FetchError, ofetch } from 'ofetch'
import { config } from '../config.ts'
import { ApiError, networkError, toApiError, unreadable } from './api-error.ts'
import { backoffMs } from './backoff.ts'
import { answered, unanswered } from './connectivity.ts'
import { endpointUrl } from './endpoint-url.ts'
import { takePreloaded } from './preload.ts'
import { timedFetch, withTimeout } from './timeout.ts'

/** What a call needs to know of the session. */
export type Authorizer = {
  /** The token to send; empty when signed out. Waits while a refresh has to succeed first. */
  getToken: () => Promise<string>
  /** A token other than the refused one; empty once the session is over. */
  refreshToken: (refused: string) => Promise<string>
  /** Ends the session if the server's message says that it is over, and answers whether it does. */
  endsSession: (message: string, token: string) => boolean
  /** Whether the session is over and the page stays for its user to sign in again. */
  isInterrupted: () => boolean
}

const authorizer = Promise.withResolvers<Authorizer>()

/** Registered by the session. A call made earlier waits for it: none is sent without a token. */
export const setAuthorizer = authorizer.resolve

type Options = { idempotencyKey?: string; signal?: AbortSignal }
type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const REFRESHED = {
  code: 'session_renewed',
  detail: 'Your session had expired and was renewed. Try again.',
}

/** Shown at the form that was submitted, once its user has signed in again. */
const ENDED = {
  code: 'session_ended',
  detail: 'Your session had ended before this was sent. Nothing is lost: try again.',
}

/** A write may take longer, because after a timeout it is unknown whether the server has done it. */
const TIMEOUTS_MS = { read: 20_000, write: 60_000 }

/** The user waits for the answer: a longer `Retry-After` is cut. */
const LONGEST_RETRY_MS = 10_000
const RETRY_AFTER_STATUSES = new Set([429, 503])

/** `Retry-After` in ms from now, given in seconds or as a date; undefined for anything else. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // `Date.parse` accepts much else: only what looks like an HTTP date.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/** The wait before a read is sent for the second time, at least what an overloaded server asks for. */
export function retryDelayMs(response: Response | undefined, nowMs: number, random = Math.random()): number {
  const askedMs = RETRY_AFTER_STATUSES.has(response?.status ?? 0)
    ? retryAfterMs(response?.headers.get('retry-after'), nowMs)
    : undefined
  return Math.min(LONGEST_RETRY_MS, (askedMs ?? 0) + (backoffMs(1, undefined, random) ?? 0))
}

type Dependencies = {
  timeoutMs: number
  answered: (status: number) => void
  unanswered: () => void
}

/**
 * The library's defaults are the retry rules, by method: once for 408, 409, 425, 429, 500, 502, 503, 504 and no answer,
 * never for POST, PATCH, PUT and DELETE, never when aborted. Ours are the wait before the second try and the timeout
 * of each.
 */
export function createClient({ timeoutMs, answered, unanswered }: Dependencies) {
  return ofetch.create(
    { retryDelay: ({ response }) => retryDelayMs(response, Date.now()) },
    {
      fetch: async (input, init) => {
        try {
          const preloaded = takePreloaded(String(input), init ?? {})
          const response = await (preloaded ?? timedFetch(input, { ...init, timeoutMs }))
          answered(response.status)
          return response
        } catch (error) {
          if (!init?.signal?.aborted) unanswered()
          throw error
        }
      },
    },
  )
}

const clients = {
  read: createClient({ timeoutMs: TIMEOUTS_MS.read, answered, unanswered }),
  write: createClient({ timeoutMs: TIMEOUTS_MS.write, answered, unanswered }),
}

/** A stream has the timeout and messages of a read. */
function effectOf(endpoint: Endpoint): 'read' | 'write' {
  return endpoint.effect === 'write' ? 'write' : 'read'
}

async function send(endpoint: Endpoint, input: Input & Options, token: string): Promise<unknown> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const wasOnline = navigator.onLine
  const reply = await clients[effectOf(endpoint)]
    .raw<unknown>(endpointUrl(config(), endpoint, input.params), {
      method: endpoint.method,
      headers,
      ...(input.query && { query: input.query }),
      ...(input.body && { body: input.body }),
      ...(input.signal && { signal: input.signal }),
    })
    .catch((error: unknown) => {
      throw apiErrorFrom(error, effectOf(endpoint), wasOnline) ?? error
    })
  const data = reply._data
  if (typeof data !== 'object' || data === null || !('resource' in data)) throw unreadable(reply.status)
  return data.resource
}

/** Undefined for an aborted call and for what is no failed call. */
function apiErrorFrom(error: unknown, effect: 'read' | 'write', wasOnline: boolean): ApiError | undefined {
  if (!(error instanceof FetchError)) return undefined
  const { status, response, cause } = error
  if (status !== undefined) {
    return toApiError(status, error.data, response?.headers.get('x-request-id') ?? undefined)
  }
  const causeName = cause instanceof Error ? cause.name : ''
  if (causeName === 'AbortError') return undefined
  if (causeName === 'TimeoutError') return networkError('timeout', effect)
  // Offline before the request: then it was certainly not sent.
  return networkError(wasOnline ? 'unreachable' : 'offline', effect)
}

/** For a token that takes too long. Nothing was sent yet, so that a write can be tried again like a read. */
const tokenTimeout = () => networkError('timeout', 'read')

/**
 * Calls the API as the contract declares it and resolves to the `resource` of the reply.
 * Throws an `ApiError`; an aborted call throws the `AbortError`.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Options,
): Promise<Reply<E>> {
  const token = await withTimeout(getToken(), TIMEOUTS_MS.read, tokenTimeout)
  const { refreshToken, endsSession, isInterrupted } = await authorizer.promise
  // Called by a screen that is about to be replaced by sign-in.
  if (token === '') throw toApiError(401, undefined)
  // The signature above checks the input against the declaration; the server promises the reply.
  const sendWith = (token: string) => send(endpoint, input as Input & Options, token) as Promise<Reply<E>>
  const ended = (error: ApiError) =>
    isInterrupted() && endpoint.effect === 'write' ? new ApiError(401, ENDED) : error
  try {
    return await sendWith(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (endsSession(error.message, token)) throw ended(error)
    if (error.status !== 401) throw error
    const refreshed = await withTimeout(refreshToken(token), TIMEOUTS_MS.read, tokenTimeout)
    if (refreshed === '') throw ended(error)
    // A write is never sent twice without the user's decision.
    if (endpoint.effect === 'write') throw new ApiError(401, REFRESHED)
    return sendWith(refreshed).catch((retryError: unknown) => {
      throw retryError instanceof ApiError && endsSession(retryError.message, refreshed)
        ? ended(retryError)
        : retryError
    })
  }
}

async function getToken(): Promise<string> {
  return (await authorizer.promise).getToken()
}
