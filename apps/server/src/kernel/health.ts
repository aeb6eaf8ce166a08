import type { FastifyInstance } from 'fastify'
import { HIDDEN_FROM_DOCS } from './hidden-from-docs.ts'
import type { Readiness } from './readiness.ts'

/**
 * `live`, for balancers: the process takes calls, whatever is missing; false while it stops. `ready`: it can serve
 * them; lists what is missing.
 */
export function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const isStopping = readiness.isStopping()
    return reply.status(isStopping ? 503 : 200).send({ status: isStopping ? 'stopping' : 'live' })
  })
  app.get('/health/ready', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const report = await readiness.report()
    return reply.status(statusOf(report)).header('cache-control', 'no-store').send(report)
  })
}

export const statusOf = ({ status }: { status: 'ready' | 'not_ready' }) => (status === 'ready' ? 200 : 503)
