import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { FastifyRequest } from 'fastify'
import { stdTimeFunctions } from 'pino'

/** Signed links carry their right in the query: it is dropped, the path stays. */
function loggedUrl(url: string) {
  const end = url.indexOf('?')
  return end >= 0 && url.startsWith('/storage/') ? `${url.slice(0, end)}?…` : url
}

/** Options for Fastify's logger: no headers, no bodies, and nothing that could be a card number. */
export function logOptions(level: string) {
  return {
    level,
    // Milliseconds since 1970 have thirteen digits: one in ten would pass for a card number.
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
