import { errorCodes, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import { gaveWay } from '../db/client.ts'
import { isStorageFull, Refusal, toProblem } from './errors.ts'

/** PostgreSQL is restarting, full of connections, or gone: worth trying again, nobody's mistake. */
const UNAVAILABLE =
  /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** The driver's own words, which come without a code. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/

/** Words in place of Fastify's own, which are for the engineers of the server. */
const UNREADABLE: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty: send JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
}

/** Everything that is thrown ends here and leaves as one problem document. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', message = '', statusCode } = (error ?? {}) as Partial<FastifyError>
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return new Refusal('body_too_large')
  if (isStorageFull(error)) return new Refusal('storage_full')
  if (gaveWay(error) || UNAVAILABLE.test(code) || CONNECTION_LOST.test(message) || statusCode === 503)
    return new Refusal('unavailable')
  if (statusCode === 429) return new Refusal('too_many_requests')
  if (statusCode === 415) return new Refusal('media_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const detail = UNREADABLE[code]
    return new Refusal('bad_request', detail === undefined ? {} : { detail })
  }
  return new Refusal('internal')
}

const CUT_OFF = /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/

/** The refusal that answers a failed call. A fault of ours is an error in the log. */
export function answerTo(error: unknown, request: FastifyRequest): Refusal {
  const { code = '' } = (error ?? {}) as Partial<FastifyError>
  // Nothing of ours failed: the connection ended before the request had arrived whole.
  if (request.raw.destroyed && !request.raw.complete && CUT_OFF.test(code))
    return new Refusal('bad_request', { detail: 'The connection was closed.' })
  const refusal = toRefusal(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'call failed')
  return refusal
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.status === 503 || refusal.status === 429) reply.header('retry-after', '1')
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toProblem(refusal, request.id))
}
