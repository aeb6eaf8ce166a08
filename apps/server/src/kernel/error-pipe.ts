import { errorCodes, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { invalidFields, Refusal, toProblem } from './errors.ts'

/** PostgreSQL is restarting, full of connections, or gone: worth trying again, nobody's mistake. */
const UNAVAILABLE = /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE)/
const POOL_TIMEOUT = /timeout exceeded when trying to connect|Connection terminated/

/** Everything that is thrown ends here and leaves as one problem document. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => {
      const field =
        issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || (error.validationContext ?? 'body')
      return { field, code: issue.keyword ?? 'invalid', message: issue.message ?? 'Not valid' }
    })
    return invalidFields(fields)
  }
  const { code = '', message = '', statusCode } = (error ?? {}) as Partial<FastifyError>
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return new Refusal('body_too_large')
  if (UNAVAILABLE.test(code) || POOL_TIMEOUT.test(message) || statusCode === 503)
    return new Refusal('unavailable')
  if (statusCode === 429) return new Refusal('too_many_requests')
  if (statusCode === 415) return new Refusal('media_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('bad_request', { detail: message })
  }
  return new Refusal('internal')
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
