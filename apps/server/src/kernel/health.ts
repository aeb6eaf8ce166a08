import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { HIDDEN } from './hidden.ts'

/** `live`: the process answers. `ready`: it reaches its database, so traffic may come. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  app.get('/health/live', HIDDEN, async () => ({ status: 'live' }))
  app.get('/health/ready', HIDDEN, async (_request, reply) => {
    const isReady = await sql`SELECT 1`.execute(db).then(
      () => true,
      () => false,
    )
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'waiting for the database' })
  })
}
