import { networkOf } from '@backoffice/identity'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type CallCounter, MINUTE_MS } from './call-counter.ts'
import type { Caller } from './caller.ts'
import { HttpError } from './errors.ts'

/** The users of an office share one address. */
const CALLERS_PER_ADDRESS = 10

export type CheckRateLimit = (reply: FastifyReply, caller: Pick<Caller, 'id'>) => Promise<void>

/**
 * Limits calls by address. Returns the limit by caller, to apply after authentication. Replies state the limit that was
 * checked last in the headers of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function registerRateLimit(
  app: FastifyInstance,
  counter: CallCounter,
  perMinute: number,
): CheckRateLimit {
  const limit = async (reply: FastifyReply, policy: 'address' | 'caller', id: string, most: number) => {
    const key = `${policy} ${id}`
    const isAllowed = await counter.count(key, most)
    const { calls, seconds } = counter.left(key, most)
    reply.header('ratelimit-policy', `"${policy}";q=${most};w=${MINUTE_MS / 1_000}`)
    reply.header('ratelimit', `"${policy}";r=${isAllowed ? calls : 0};t=${seconds}`)
    if (!isAllowed) throw new HttpError('too_many_requests', { retryAfterSeconds: seconds })
  }
  app.addHook('onRequest', ({ ip }, reply) =>
    limit(reply, 'address', networkOf(ip), perMinute * CALLERS_PER_ADDRESS),
  )
  app.addHook('onClose', () => counter.close())
  return (reply, caller) => limit(reply, 'caller', caller.id, perMinute)
}
