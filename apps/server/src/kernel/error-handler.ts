import { errorCodes, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import { isRetryable } from '../db/client.ts'
import { isLedgerError } from '../db/ledger-errors.ts'
import { bearerToken } from './bearer-token.ts'
import { HttpError, isStorageFull, toProblem } from './errors.ts'
import { requestIdsOf } from './request-ids.ts'

/** Retryable: PostgreSQL is restarting, read-only, out of connections, unreachable or too slow. */
const UNAVAILABLE =
  /^(08|57P0[1235]|57014|25006|25P03|53[23]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** Driver messages without a code. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/

const LEDGER_AWAY = 'Cards and transactions can’t be read at the moment. Try again in a moment.'

/** Replacements for Fastify's messages, which are written for developers. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
}

/** Maps anything thrown to an HttpError. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { code = '', message = '', statusCode } = (error ?? {}) as Partial<FastifyError>
  if (isStorageFull(error)) return new HttpError('storage_full')
  if (isRetryable(error) || UNAVAILABLE.test(code) || CONNECTION_LOST.test(message) || statusCode === 503)
    return new HttpError('unavailable', isLedgerError(error) ? { detail: LEDGER_AWAY } : {})
  if (statusCode === 429) return new HttpError('too_many_requests')
  if (statusCode === 415) return new HttpError('media_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const detail = BODY_ERRORS[code]
    return new HttpError('bad_request', detail === undefined ? {} : { detail })
  }
  return new HttpError('internal')
}

const CONNECTION_CLOSED = /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/

/** Maps the error of a call; logs those of status 500 and above. */
export function resolveError(error: unknown, request: FastifyRequest): HttpError {
  const { code = '' } = (error ?? {}) as Partial<FastifyError>
  // The client closed the connection before the request was complete.
  if (request.raw.destroyed && !request.raw.complete && CONNECTION_CLOSED.test(code))
    return new HttpError('bad_request', { detail: 'The connection was closed.' })
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return tooLarge(request.routeOptions.bodyLimit)
  const httpError = toHttpError(error)
  if (httpError.status >= 500) request.log.error({ err: error }, 'call failed')
  return httpError
}

function tooLarge(limitBytes: number): HttpError {
  const limit = `${Math.floor(limitBytes / 1024).toLocaleString('en')} KB`
  return new HttpError('body_too_large', {
    detail: `The call accepts at most ${limit}: send less at a time.`,
  })
}

const problemCodes = new WeakMap<FastifyRequest, string>()

/** Code of the problem document sent in reply; null for other replies. */
export const problemCodeOf = (request: FastifyRequest) => problemCodes.get(request) ?? null

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: HttpError) {
  problemCodes.set(request, error.code)
  const { requestId, clientRequestId } = requestIdsOf(request)
  const isTemporary = error.status === 503 || error.status === 429
  const seconds = error.retryAfterSeconds ?? (isTemporary ? 1 : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  if (error.status === 401) reply.header('www-authenticate', challengeOf(request))
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toProblem(error, requestId, clientRequestId))
}

/** RFC 6750: names the error only if a token was sent. */
function challengeOf({ headers: { authorization = '' } }: FastifyRequest): string {
  const realm = 'Bearer realm="backoffice"'
  return bearerToken(authorization) ? `${realm}, error="invalid_token"` : realm
}
