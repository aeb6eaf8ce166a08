import type { FastifyRequest } from 'fastify'
import { isRequestId } from '../telemetry/call-context.ts'

/** `requestId`: our id of one attempt. `clientRequestId`: the client's id, shared by its retries. */
export type RequestIds = { requestId: string | null; clientRequestId: string | null }

const CLIENT_ID = /^[0-9a-z][\w.:-]{7,63}$/i
/** Could contain a card number. */
const MANY_DIGITS = /\d([.:_-]*\d){11}/

/** The client's id of the call; null if missing or unfit for logs and the audit trail. */
export function clientRequestId(header: unknown): string | null {
  if (isRequestId(header)) return header
  return typeof header === 'string' && CLIENT_ID.test(header) && !MANY_DIGITS.test(header) ? header : null
}

export function requestIdsOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>) {
  return { requestId: id, clientRequestId: clientRequestId(headers['x-request-id']) }
}
