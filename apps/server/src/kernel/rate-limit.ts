import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { HttpError } from './errors.ts'

/** The users of an office share one address. */
const CALLERS_PER_ADDRESS = 10

/** Limits calls by address. Returns the check by caller, for use after authentication. */
export async function registerRateLimit(app: FastifyInstance, perMinute: number) {
  await app.register(fastifyRateLimit, {
    max: perMinute * CALLERS_PER_ADDRESS,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new HttpError('too_many_requests'),
  })
  const callers = new WeakMap<FastifyRequest, string>()
  const check = app.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    // Set below before each check.
    keyGenerator: (request) => `caller ${callers.get(request)}`,
  })
  return async (request: FastifyRequest, caller: Pick<Caller, 'id'>): Promise<void> => {
    callers.set(request, caller.id)
    const result = await check(request)
    if (!result.isAllowed && result.isExceeded) throw new HttpError('too_many_requests')
  }
}
