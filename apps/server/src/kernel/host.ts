import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

/**
 * The embedded system answers only to names of this machine. A page elsewhere can have its own name point
 * here, and would be the same origin as everything that is served; it cannot change the name it is called by.
 */
export async function refuseForeignHost(request: FastifyRequest): Promise<void> {
  if (!LOOPBACK.has(request.hostname)) throw new Refusal('foreign_host')
}
