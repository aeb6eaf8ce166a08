import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import type { Address, CallInput, Reply } from '@backoffice/contract/endpoint'
import { ApiError, networkError, toApiError, unreadable } from './api-error.ts'
import { config } from './config.ts'
import { gotNoReply, gotReply } from './connectivity.ts'
import { endpointUrl, querySearch } from './endpoint-url.ts'
import { FetchError, fetchJson, withTimeout } from './fetch-json.ts'
import { type ExtraHeaders, withInterruptions } from './interruptions.ts'
import { sentForApproval } from './sent-for-approval.ts'

/** The part of the session that a call needs. */
export type Authorizer = {
  /** The token to send; empty when signed out. Waits for a required refresh. */
  getToken: () => Promise<string>
  /** A token other than the refused one; empty once the session is over. */
  refreshToken: (refused: string) => Promise<string>
  /** Ends the session if the server's message means that it is over. Returns true if so. */
  endSessionIfOver: (message: string, token: string) => boolean
  /** True if the session is over and the page stays for its user to sign in again. */
  isInterrupted: () => boolean
}

const authorizer = Promise.withResolvers<Authorizer>()

/** Registers the session. Earlier calls wait for it, because none is sent without a token. */
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

/** Error at a submitted form after its user has signed in again. */
const ENDED = {
  code: 'session_ended',
  detail: 'Your session had ended before this was sent. Nothing is lost: try again.',
}

/** Writes have a longer timeout, because after it their outcome is unknown. */
const TIMEOUTS_MS = { read: 20_000, write: 60_000 }

/** A stream has the timeout and messages of a read. */
function effectOf(endpoint: Address): 'read' | 'write' {
  return endpoint.effect === 'write' ? 'write' : 'read'
}

/** All attempts of a call have the same id, for support requests. */
type Attempt = { token: string; requestId: string; headers: ExtraHeaders }

/** With an empty reason the server refuses a write that needs approval, instead of storing it without a reason. */
const NO_REASON: ExtraHeaders = { [APPROVAL_HEADERS.reason]: '' }

/** Sends a call once with a token. Throws `SentForApproval` for a write that now waits for approval. */
async function attempt(endpoint: Address, input: Input & Options, { token, requestId, headers }: Attempt) {
  const { params, query = {}, body, version, idempotencyKey, signal } = input
  const effect = effectOf(endpoint)
  const search = querySearch(query)
  const url = endpointUrl(config(), endpoint, params)
  const wasOnline = navigator.onLine
  const { status, data } = await fetchJson(search ? `${url}?${search}` : url, {
    timeoutMs: TIMEOUTS_MS[effect],
    onReply: gotReply,
    onNoReply: gotNoReply,
    method: endpoint.method,
    headers: {
      ...(effect === 'write' && NO_REASON),
      ...headers,
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
  const sent = sentForApproval(status, data.resource)
  if (sent) throw sent
  return data.resource
}

/** Undefined for an aborted call and for other errors. */
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
  // If offline before the request, it was not sent.
  return networkError(wasOnline ? 'unreachable' : 'offline', effect, sentId)
}

/** Rejects with the error of a read unless the promise settles within the timeout of a read. */
export function withReadTimeout<T>(promise: Promise<T>): Promise<T> {
  return withTimeout(promise, TIMEOUTS_MS.read, () => networkError('timeout', 'read'))
}

/**
 * Calls the API as the contract declares it and resolves to the `resource` of the reply. A refusal may interrupt it.
 * Throws an `ApiError`, or `SentForApproval` instead of a reply; an aborted call throws a `FetchError` with the
 * `AbortError` as its cause.
 */
export async function call<const E extends Address>(
  endpoint: E,
  input: CallInput<E> & Options,
): Promise<Reply<E>> {
  const requestId = crypto.randomUUID()
  // The signature checks the input against the declaration; the contract defines the reply.
  return withInterruptions(
    (headers) => callOnce(endpoint, input as Input & Options, { requestId, headers }) as Promise<Reply<E>>,
  )
}

async function callOnce(
  endpoint: Address,
  input: Input & Options,
  sent: Omit<Attempt, 'token'>,
): Promise<unknown> {
  // Before the token nothing is sent, so a write can be retried like a read.
  const token = await withReadTimeout(getToken())
  const { refreshToken, endSessionIfOver, isInterrupted } = await authorizer.promise
  // Sign-in is about to replace the calling screen.
  if (token === '') throw toApiError(401, undefined)
  const attemptWith = (token: string) => attempt(endpoint, input, { ...sent, token })
  const ended = (error: ApiError) =>
    isInterrupted() && endpoint.effect === 'write' ? new ApiError(401, ENDED) : error
  try {
    return await attemptWith(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reportRefusal(error)
    if (endSessionIfOver(error.message, token)) throw ended(error)
    if (error.status !== 401) throw error
    const refreshed = await withReadTimeout(refreshToken(token))
    if (refreshed === '') throw ended(error)
    // Only the user may send a write again.
    if (endpoint.effect === 'write') throw new ApiError(401, REFRESHED)
    return attemptWith(refreshed).catch((retryError: unknown) => {
      throw retryError instanceof ApiError && endSessionIfOver(retryError.message, refreshed)
        ? ended(retryError)
        : retryError
    })
  }
}

async function getToken(): Promise<string> {
  return (await authorizer.promise).getToken()
}

type Listener = (refusal: ApiError) => void

let listener: Listener = () => {}

/** Registers a listener for calls that are refused for a missing permission. */
export function onAccessDenied(next: Listener): void {
  listener = next
}

function reportRefusal(error: ApiError): void {
  if (error.code === 'access_denied') listener(error)
}
