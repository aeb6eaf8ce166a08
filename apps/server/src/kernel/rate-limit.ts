import { networkOf } from '@backoffice/identity'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallCounter } from './call-counter.ts'
import type { Caller } from './caller.ts'
import { HttpError } from './errors.ts'

/** The users of an office share one address. */
const CALLERS_PER_ADDRESS = 10

/** Limits calls by address. Returns the limit by caller, to apply after authentication. */
export function registerRateLimit(app: FastifyInstance, counter: CallCounter, perMinute: number) {
  const limit = async (key: string, most: number) => {
    if (!(await counter.count(key, most))) throw new HttpError('too_many_requests')
  }
  app.addHook('onRequest', ({ ip }) => limit(`address ${networkOf(ip)}`, perMinute * CALLERS_PER_ADDRESS))
  app.addHook('onClose', () => counter.close())
  return (_request: FastifyRequest, caller: Pick<Caller, 'id'>) => limit(`caller ${caller.id}`, perMinute)
}
