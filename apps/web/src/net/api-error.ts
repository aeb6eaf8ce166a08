import type { Problem, References } from '@backoffice/contract/schemas/values'

/** `row`: another row that is in the way, named in the message. */
export type FieldError = {
  field: string
  code: string
  message: string
  row?: { id: string; label: string } | undefined
}

type ProblemDetails = Pick<Problem, 'code' | 'detail'> &
  Partial<Pick<Problem, 'errors' | 'missing' | 'current' | 'used_by'>> & {
    request_id?: string | undefined
    client_request_id?: string | undefined
  }

/** A failed call, with a message for the user. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldError[]
  /** The id that the user reports: the client's own, which every attempt of the call has. */
  readonly requestId: string | undefined
  /** Of a refusal: permissions of which one would allow the call. */
  readonly missing: readonly string[]
  readonly current: unknown
  readonly usedBy: References | undefined

  constructor(status: number, problem: ProblemDetails) {
    super(problem.detail)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code
    this.fields = problem.errors ?? []
    this.requestId = problem.client_request_id ?? problem.request_id
    this.missing = problem.missing ?? []
    this.current = problem.current
    this.usedBy = problem.used_by
  }
}

/** For replies without a message: not all of them come from our own server. */
const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The server could not read this request. Reload the page and try again.',
  401: 'Your session has ended. Sign in again.',
  403: 'You are not allowed to do this. Ask an access administrator if your work needs it.',
  404: 'This does not exist, or you have no access to it.',
  405: 'This cannot be done here.',
  408: 'The server did not receive the whole request in time. Try again.',
  409: 'Somebody changed this in the meantime. Reload the page and try again.',
  412: 'This was already done, or somebody changed it in the meantime. Reload the page to see it as it is now.',
  413: 'This is too large to send.',
  415: 'The server does not accept this kind of data.',
  421: 'This address does not lead to the right server. Ask an administrator.',
  422: 'Some values are invalid. Check what you entered.',
  425: 'This was sent too early. Wait a moment and try again.',
  428: 'This page did not say which version it shows. Reload it and try again.',
  429: 'Too many requests. Wait a moment and try again.',
  500: 'Something went wrong on the server. Try again in a moment.',
  502: 'The server is not available. Try again in a moment.',
  503: 'The server is busy or restarting. Try again in a moment.',
  507: 'Storage is full. Ask the system’s operators to free some space, then try again.',
  504: 'The server took too long to answer. Try again in a moment.',
}

function statusMessage(status: number): string {
  const fallback =
    status < 500
      ? 'The server refused this. Reload the page and try again.'
      : 'Something went wrong on the server. Try again in a moment.'
  return STATUS_MESSAGES[status] ?? fallback
}

function isProblem(data: unknown): data is Problem {
  if (typeof data !== 'object' || data === null || !('code' in data) || !('detail' in data)) return false
  return typeof data.code === 'string' && typeof data.detail === 'string' && data.detail !== ''
}

/** `requestId`: of the call, for a reply that is not our own server's problem document. */
export function toApiError(status: number, data: unknown, requestId?: string): ApiError {
  if (isProblem(data)) return new ApiError(status, { ...data, request_id: data.request_id ?? requestId })
  return new ApiError(status, {
    code: 'no_reason_given',
    detail: statusMessage(status),
    request_id: requestId,
  })
}

/** Why there was no answer: offline before the request, a timeout, or a failed connection. */
export type NetworkError = 'offline' | 'timeout' | 'unreachable'

const NETWORK_MESSAGES: Readonly<Record<NetworkError, { read: string; write: string }>> = {
  offline: {
    read: 'You are offline. This loads by itself when the connection is back.',
    write: 'You are offline, so this was not sent. Nothing is lost: try again when the connection is back.',
  },
  timeout: {
    read: 'The server did not answer in time. Try again.',
    write:
      'The server did not answer in time, so this may or may not have been done. Check before you try again.',
  },
  unreachable: {
    read: 'The server cannot be reached. Check the connection and try again.',
    write:
      'The server cannot be reached, so this may or may not have been done. What you typed is kept: check before you try again.',
  },
}

/**
 * No answer: whether a write was done is unknown, unless it was never sent. By `requestId` its effects are found in the
 * audit trail and the logs.
 */
export function networkError(
  reason: NetworkError,
  effect: 'read' | 'write',
  requestId?: string | undefined,
): ApiError {
  return new ApiError(0, { code: reason, detail: NETWORK_MESSAGES[reason][effect], request_id: requestId })
}

/** The reply is not our server's: the sign-in page of a network, for example. */
export function unreadable(status: number): ApiError {
  const detail = 'The answer did not come from this system. Check your network connection and try again.'
  return new ApiError(status, { code: 'unreadable', detail })
}

/** The message for the user, of a failed call, of a chunk that could not be loaded, or of anything else. */
export function errorMessage(error: unknown): string {
  const hasUserMessage = error instanceof Error && /^(ApiError|ChunkLoadError)$/.test(error.name)
  return hasUserMessage ? error.message : 'Something went wrong. Try again.'
}
