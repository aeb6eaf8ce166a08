import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stdTimeFunctions } from 'pino'

/** The path and the names of the query parameters: values may be signatures or card numbers. */
function loggedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  return query === undefined ? path : `${path}?${[...new URLSearchParams(query).keys()].join('&')}`
}

/** Options for Fastify's logger: no headers, no bodies, card numbers masked. */
export function logOptions(level: string) {
  return {
    level,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {
      req: (request: FastifyRequest) => ({
        id: request.id,
        method: request.method,
        url: loggedUrl(request.url),
      }),
    },
    hooks: { streamWrite: maskCardNumbers },
  }
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
