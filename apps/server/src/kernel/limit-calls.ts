import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './authenticate.ts'
import { Refusal } from './errors.ts'

/** An office shares an address: it may call as often as this many people. */
const PEOPLE_BEHIND_AN_ADDRESS = 10

/** Counts every call by its address, before anything is looked at; answers how to count it by its caller. */
export async function limitCalls(app: FastifyInstance, perMinute: number) {
  await app.register(fastifyRateLimit, {
    max: perMinute * PEOPLE_BEHIND_AN_ADDRESS,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new Refusal('too_many_requests'),
  })
  const callers = new WeakMap<FastifyRequest, string>()
  const check = app.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    // Set below, before the check.
    keyGenerator: (request) => `caller ${callers.get(request)}`,
  })
  return async (request: FastifyRequest, caller: Pick<Caller, 'id'>): Promise<void> => {
    callers.set(request, caller.id)
    const counted = await check(request)
    if (!counted.isAllowed && counted.isExceeded) throw new Refusal('too_many_requests')
  }
}
