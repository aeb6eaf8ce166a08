import type { Problem, References } from '@backoffice/contract/values.schemas'

/** `row`: a conflicting row that the message names. */
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
  /** Id for support requests: the client's id, equal for all attempts of the call. */
  readonly requestId: string | undefined
  /** Permissions of which one would allow the call. */
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

/** Messages for replies without one, such as those of proxies. */
const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The server could not read this request. Reload the page and try again.',
  401: 'Your session has ended. Sign in again.',
  403: 'You are not allowed to do this. Ask an access administrator if your work needs it.',
  404: 'This does not exist, or you have no access to it.',
  405: 'This action is not available here.',
  408: 'The server did not receive the whole request in time. Try again.',
  409: 'Someone else changed this in the meantime. Reload the page and try again.',
  412: 'This was already done, or someone else changed it in the meantime. Reload the page to see the current version.',
  413: 'This is too large to send.',
  415: 'The server does not accept this kind of data.',
  421: 'This address does not lead to the right server. Ask an administrator.',
  422: 'Some values are invalid. Check what you entered.',
  425: 'This was sent too early. Wait a moment and try again.',
  428: 'This page did not send its version of the record. Reload it and try again.',
  429: 'Too many requests. Wait a moment and try again.',
  500: 'Something went wrong on the server. Try again in a moment.',
  502: 'The server is not available. Try again in a moment.',
  503: 'The server is busy or restarting. Try again in a moment.',
  507: 'Storage is full. Ask an administrator to free some space, then try again.',
  504: 'The server took too long to respond. Try again in a moment.',
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

/** `requestId`: id of the call, for a reply that is not our server's problem document. */
export function toApiError(status: number, data: unknown, requestId?: string): ApiError {
  if (isProblem(data)) return new ApiError(status, { ...data, request_id: data.request_id ?? requestId })
  return new ApiError(status, {
    code: 'no_reason_given',
    detail: statusMessage(status),
    request_id: requestId,
  })
}

/** Reasons for a missing reply: offline before the request, a timeout, or a failed connection. */
export type NetworkError = 'offline' | 'timeout' | 'unreachable'

const NETWORK_MESSAGES: Readonly<Record<NetworkError, { read: string; write: string }>> = {
  offline: {
    read: 'You are offline. This loads automatically when the connection is back.',
    write: 'You are offline, so this was not sent. Nothing is lost: try again when the connection is back.',
  },
  timeout: {
    read: 'The server did not respond in time. Try again.',
    write:
      'The server did not respond in time, so this may or may not have been done. Check before you try again.',
  },
  unreachable: {
    read: 'The server cannot be reached. Check the connection and try again.',
    write:
      'The server cannot be reached, so this may or may not have been done. Your input is kept. Check before you try again.',
  },
}

/**
 * Error for a missing reply. The write may have been done, unless it was never sent. The audit trail and the logs list
 * its effects by `requestId`.
 */
export function networkError(
  reason: NetworkError,
  effect: 'read' | 'write',
  requestId?: string | undefined,
): ApiError {
  return new ApiError(0, { code: reason, detail: NETWORK_MESSAGES[reason][effect], request_id: requestId })
}

/** Error for a reply from another server, for example a network's sign-in page. */
export function unreadable(status: number): ApiError {
  const detail = 'The response did not come from this system. Check your network connection and try again.'
  return new ApiError(status, { code: 'unreadable', detail })
}

/** Error of a call that the user has cancelled before it was repeated. Forms and toasts show nothing. */
export const cancelledError = () =>
  new ApiError(0, { code: 'cancelled', detail: 'Cancelled. Nothing was changed.' })

export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'cancelled'
}

/** Message for the user about any error. */
export function errorMessage(error: unknown): string {
  const hasUserMessage = error instanceof Error && /^(ApiError|ChunkLoadError)$/.test(error.name)
  return hasUserMessage ? error.message : 'Something went wrong. Try again.'
}
