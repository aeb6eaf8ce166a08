import type { FastifyInstance } from 'fastify'
import { HIDDEN_FROM_DOCS } from './hidden-from-docs.ts'
import type { Readiness } from './readiness.ts'

/** `live`: the process responds. `ready`: it can serve calls; lists what is missing. */
export function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', HIDDEN_FROM_DOCS, async () => ({ status: 'live' }))
  app.get('/health/ready', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const report = await readiness.report()
    return reply.status(statusOf(report)).header('cache-control', 'no-store').send(report)
  })
}

export const statusOf = ({ status }: { status: 'ready' | 'not_ready' }) => (status === 'ready' ? 200 : 503)
