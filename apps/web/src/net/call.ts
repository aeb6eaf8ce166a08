import type { Address, CallInput, Reply } from '@backoffice/contract/endpoint'
import { config } from '../config.ts'
import { ApiError, networkError, toApiError, unreadable } from './api-error.ts'
import { backoffMs, pause } from './backoff.ts'
import { answered, unanswered } from './connectivity.ts'
import { endpointUrl, querySearch } from './endpoint-url.ts'
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
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: Record<string, unknown> | undefined
  version?: number | undefined
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

/** A status of 400 or more with the data of its body, or no response at all with the reason as `cause`. */
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

type Dependencies = {
  timeoutMs: number
  answered: (status: number) => void
  unanswered: () => void
}

/** A GET is sent a second time for these statuses and for no response; other methods and an aborted GET never. */
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504])

function isRetried(error: unknown, { method = 'GET', signal }: RequestInit): error is FetchError {
  if (!(error instanceof FetchError) || method !== 'GET' || signal?.aborted) return false
  return error.response === undefined || RETRIED_STATUSES.has(error.response.status)
}

/** Sends requests and resolves to the status and the parsed body; undefined for a body that is not JSON. */
export function createClient({ timeoutMs, answered, unanswered }: Dependencies) {
  async function request(url: string, init: RequestInit) {
    try {
      const response = await (takePreloaded(url, init) ?? timedFetch(url, { ...init, timeoutMs }))
      answered(response.status)
      return { response, text: await response.text() }
    } catch (cause) {
      if (!init.signal?.aborted) unanswered()
      throw new FetchError(undefined, { cause })
    }
  }

  async function read(url: string, init: RequestInit): Promise<{ status: number; data: unknown }> {
    const { response, text } = await request(url, init)
    const data = parseJson(text)
    if (response.status >= 400) throw new FetchError(response, { data })
    return { status: response.status, data }
  }

  return async (url: string, init: RequestInit = {}) => {
    try {
      return await read(url, init)
    } catch (error) {
      if (!isRetried(error, init)) throw error
      await pause(retryDelayMs(error.response, Date.now()))
      return read(url, init)
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const clients = {
  read: createClient({ timeoutMs: TIMEOUTS_MS.read, answered, unanswered }),
  write: createClient({ timeoutMs: TIMEOUTS_MS.write, answered, unanswered }),
}

/** A stream has the timeout and messages of a read. */
function effectOf(endpoint: Address): 'read' | 'write' {
  return endpoint.effect === 'write' ? 'write' : 'read'
}

/** `requestId`: of the call, whichever attempt it is: what the user reports finds them all. */
async function send(
  endpoint: Address,
  input: Input & Options,
  token: string,
  requestId: string,
): Promise<unknown> {
  const { params, query = {}, body, version, idempotencyKey, signal } = input
  const effect = effectOf(endpoint)
  const search = querySearch(query)
  const url = endpointUrl(config(), endpoint, params)
  const wasOnline = navigator.onLine
  const { status, data } = await clients[effect](search ? `${url}?${search}` : url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'x-request-id': requestId,
      ...(body && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw apiErrorFrom(error, effect, wasOnline, requestId) ?? error
  })
  if (typeof data !== 'object' || data === null || !('resource' in data)) throw unreadable(status)
  return data.resource
}

/** Undefined for an aborted call and for what is no failed call. */
function apiErrorFrom(
  error: unknown,
  effect: 'read' | 'write',
  wasOnline: boolean,
  requestId: string,
): ApiError | undefined {
  if (!(error instanceof FetchError)) return undefined
  const { response, data, cause } = error
  if (response) return toApiError(response.status, data, requestId)
  const causeName = cause instanceof Error ? cause.name : ''
  if (causeName === 'AbortError') return undefined
  const sentId = effect === 'write' && wasOnline ? requestId : undefined
  if (causeName === 'TimeoutError') return networkError('timeout', effect, sentId)
  // Offline before the request: then it was certainly not sent.
  return networkError(wasOnline ? 'unreachable' : 'offline', effect, sentId)
}

/** For a token that takes too long. Nothing was sent yet, so that a write can be tried again like a read. */
const tokenTimeout = () => networkError('timeout', 'read')

/**
 * Calls the API as the contract declares it and resolves to the `resource` of the reply.
 * Throws an `ApiError`; an aborted call throws a `FetchError` with the `AbortError` as its cause.
 */
export async function call<const E extends Address>(
  endpoint: E,
  input: CallInput<E> & Options,
): Promise<Reply<E>> {
  const token = await withTimeout(getToken(), TIMEOUTS_MS.read, tokenTimeout)
  const { refreshToken, endsSession, isInterrupted } = await authorizer.promise
  // Called by a screen that is about to be replaced by sign-in.
  if (token === '') throw toApiError(401, undefined)
  // The signature above checks the input against the declaration; the server promises the reply.
  const requestId = crypto.randomUUID()
  const sendWith = (token: string) =>
    send(endpoint, input as Input & Options, token, requestId) as Promise<Reply<E>>
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
