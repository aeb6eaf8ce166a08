import type { CallInput, Endpoint, Reply } from '@backoffice/contract/endpoint'
import { FetchError } from 'ofetch'
import { config } from '../config.ts'
import { statusOf } from '../session/session-state.ts'
import { endSessionIfOver } from '../session/sign-out.ts'
import { useSession } from '../session/store.ts'
import { bearer, refreshedToken } from '../session/token-refresh.ts'
import { ApiError, networkError, toApiError, unreadable } from './api-error.ts'
import { createClient } from './client.ts'
import { answered, unanswered } from './connectivity.ts'
import { endpointUrl } from './endpoint-url.ts'
import { withTimeout } from './timeout.ts'

type Options = { idempotencyKey?: string; signal?: AbortSignal }
type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const RENEWED = {
  code: 'session_renewed',
  detail: 'Your session had expired and was renewed. Try again.',
}

/** Said where something was typed, and seen once its author has signed in again. */
const ENDED = {
  code: 'session_ended',
  detail: 'Your session had ended before this was sent. Nothing is lost: try again.',
}

const READ_TIMEOUT_MS = 20_000
const WRITE_TIMEOUT_MS = 60_000

/** A write may take longer, because it is unknown afterwards whether one without an answer was done. */
const clients = {
  read: createClient({ timeoutMs: READ_TIMEOUT_MS, answered, unanswered }),
  write: createClient({ timeoutMs: WRITE_TIMEOUT_MS, answered, unanswered }),
}

/** Timeout and words of a stream are those of a read. */
function effectOf(endpoint: Endpoint): 'read' | 'write' {
  return endpoint.effect === 'write' ? 'write' : 'read'
}

/** Of a renewal that takes too long. Nothing was sent yet, so that a write can be done again as well as a read. */
const tooLate = () => networkError('timeout', 'read')

async function send(endpoint: Endpoint, input: Parts & Options, token: string): Promise<unknown> {
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
      throw failureFrom(error, effectOf(endpoint), wasOnline) ?? error
    })
  const data = reply._data
  if (typeof data !== 'object' || data === null || !('resource' in data)) throw unreadable(reply.status)
  return data.resource
}

/** Undefined for what was called off, and for what is no failure of a call. */
function failureFrom(error: unknown, effect: 'read' | 'write', wasOnline: boolean): ApiError | undefined {
  if (!(error instanceof FetchError)) return undefined
  const { status, response, cause } = error
  if (status !== undefined) {
    return toApiError(status, error.data, response?.headers.get('x-request-id') ?? undefined)
  }
  const why = cause instanceof Error ? cause.name : ''
  if (why === 'AbortError') return undefined
  if (why === 'TimeoutError') return networkError('timeout', effect)
  // Offline before it was tried: then it certainly was not sent.
  return networkError(wasOnline ? 'unreachable' : 'offline', effect)
}

function told(endpoint: Endpoint, error: ApiError): ApiError {
  const isKept = statusOf(useSession.getState()) === 'interrupted' && endpoint.effect === 'write'
  return isKept ? new ApiError(401, ENDED) : error
}

/**
 * Calls the API as the contract declares it and gives back the `resource` of the reply.
 * Throws a `Failure`; an aborted call throws as it does.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Options,
): Promise<Reply<E>> {
  const token = await withTimeout(bearer(), READ_TIMEOUT_MS, tooLate)
  // Asked for by a screen that is about to be taken away: nobody is signed in any more.
  if (token === '') throw toApiError(401, undefined)
  // The parts were checked against the declaration by the signature above; the reply is the server's promise.
  const sendWith = (one: string) => send(endpoint, input as Parts & Options, one) as Promise<Reply<E>>
  try {
    return await sendWith(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (endSessionIfOver(error.message, token)) throw told(endpoint, error)
    if (error.status !== 401) throw error
    const another = await withTimeout(refreshedToken(token), READ_TIMEOUT_MS, tooLate)
    if (another === '') throw told(endpoint, error)
    // A write is never sent twice by itself: the person decides.
    if (endpoint.effect === 'write') throw new ApiError(401, RENEWED)
    return sendWith(another).catch((again: unknown) => {
      throw again instanceof ApiError && endSessionIfOver(again.message, another)
        ? told(endpoint, again)
        : again
    })
  }
}
