import type { FastifyRequest } from 'fastify'
import { isRequestId } from '../telemetry/call-context.ts'

/** `requestId` is ours and names one attempt; `clientRequestId` is the client's, which may name several attempts. */
export type RequestIds = { requestId: string | null; clientRequestId: string | null }

const CLIENT_ID = /^[0-9a-z][\w.:-]{7,63}$/i
/** Room for a card number, in groups or not. */
const MANY_DIGITS = /\d([.:_-]*\d){11}/

/** The client's id of the call; null for a missing one, and for a text that must not enter logs and the audit trail. */
export function clientRequestId(header: unknown): string | null {
  if (isRequestId(header)) return header
  return typeof header === 'string' && CLIENT_ID.test(header) && !MANY_DIGITS.test(header) ? header : null
}

export function requestIdsOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>) {
  return { requestId: id, clientRequestId: clientRequestId(headers['x-request-id']) }
}
