import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  errorCodes,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { isRetryable } from '../db/client.ts'
import { isLedgerError } from '../db/ledger.ts'
import { bearerToken } from './caller.ts'
import { requestIdsOf } from './client.ts'
import { type ErrorCode, HttpError, isStorageFull, toProblem } from './errors.ts'

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

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Replies with a problem document to a request that is not valid HTTP. */
export function rejectUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client closed the connection.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const httpError = new HttpError(CODES[error.code ?? ''] ?? 'bad_request')
  const problem = toProblem(httpError, requestId, null)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

type Route = {
  methods: readonly string[]
  pattern: RegExp
  acceptsParams: (params: unknown) => boolean
}

/** Pages, which exist at any path outside the APIs. */
const PAGES = '/*'

/**
 * Replies 405 at an address that exists for other methods, otherwise 404. Call it before the routes are added. A segment
 * that cannot be a parameter, such as `role` in `/:id`, does not count as one.
 */
export function rejectUnknownAddresses(app: FastifyInstance): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (url === PAGES) return
    const params = schema?.params
    routes.push({
      methods: [method].flat(),
      pattern: patternOf(url),
      acceptsParams: (sent) => params === undefined || safeParse(params as $ZodType, sent).success,
    })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = routes.flatMap(({ methods, pattern, acceptsParams }) => {
      const match = pattern.exec(path)
      return match && acceptsParams(match.groups) ? methods : []
    })
    // A route of this method found nothing.
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(request, reply, new HttpError('not_found'))
    const allow = [...new Set(methods)].sort().join(', ')
    const detail = `This address does not accept ${request.method}. It accepts ${allow}.`
    return sendProblem(request, reply.header('allow', allow), new HttpError('method_not_allowed', { detail }))
  })
}

/** Matches the paths of a route, with and without a trailing slash. Literal colons are doubled. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/::|:(\w+)|\*/g, (found, name?: string) =>
      name ? `(?<${name}>[^/]+)` : found === '*' ? '.*' : ':',
    )
  return new RegExp(`^${source}/?$`)
}
