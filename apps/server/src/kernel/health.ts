import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { HIDDEN_FROM_DOCS } from './hidden-from-docs.ts'

/** `live`: the process responds. `ready`: it can also reach its database. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  app.get('/health/live', HIDDEN_FROM_DOCS, async () => ({ status: 'live' }))
  app.get('/health/ready', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const isReady = await sql`SELECT 1`.execute(db).then(
      () => true,
      () => false,
    )
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'waiting for the database' })
  })
}
