import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { stdTimeFunctions } from 'pino'
import { currentCall } from '../telemetry/call-context.ts'
import { loggedError } from './logged-error.ts'
import { clientRequestId } from './request-ids.ts'
import { scrub } from './scrub.ts'

/** The path and the names of the query parameters: values may be signatures or card numbers. */
function loggedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  return query === undefined ? path : `${path}?${[...new URLSearchParams(query).keys()].join('&')}`
}

/** Options for Fastify's logger: no headers, no bodies, of errors what cannot hold values; secrets masked. */
export function logOptions(level: string) {
  return {
    level,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => loggedError(error),
      req: (request: FastifyRequest) => ({
        id: request.id,
        method: request.method,
        url: loggedUrl(request.url),
      }),
    },
    hooks: { streamWrite: scrub },
  }
}

/** Adds the client's own id of a call to each of its lines. */
export const childLoggerFactory: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  { headers },
) => {
  const id = clientRequestId(headers['x-request-id'])
  return logger.child(id === null ? bindings : { ...bindings, client_request_id: id }, options)
}

/** For loggers that are not a call's own. */
export function withRequestId(): { request_id?: string } {
  const call = currentCall()
  return call ? { request_id: call.requestId } : {}
}

/** One line for each call. */
export async function logCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isQuiet = request.url.startsWith('/health/') || request.url.startsWith('/assets/')
  request.log[isQuiet ? 'debug' : 'info']({
    method: request.method,
    url: loggedUrl(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  })
}
