import { isIP } from 'node:net'
import { browserName } from '@backoffice/contract/browser-name'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { FastifyRequest } from 'fastify'
import { isRequestId } from '../telemetry/call-context.ts'

/** The client's address, and its device in words such as `Chrome on Windows`. */
export type Client = { address: string | null; device: string | null }

const READ_CHARS = 1_000
const MAX_CHARS = 200

/** The address is that of the connection, unless a trusted balancer forwards another. */
export function clientOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client {
  return clientFrom(ip, headers['user-agent'] ?? null)
}

/** Both values may be forged. */
export function clientFrom(address: string | null, userAgent: string | null): Client {
  return { address: address !== null && isAddress(address) ? address : null, device: deviceOf(userAgent) }
}

/** The zone of an IPv6 address may be any text of any length. */
const isAddress = (text: string) => isIP(text) !== 0 && !text.includes('%')

function deviceOf(userAgent: string | null): string | null {
  const text = printable(userAgent ?? '')
  return text === '' ? null : printable(browserName(text)).slice(0, MAX_CHARS).toWellFormed()
}

function printable(text: string): string {
  const clean = text.slice(0, READ_CHARS).toWellFormed().replace(/\p{C}/gu, '').trim()
  return maskCardNumbers(clean)
}

/** `requestId` is our id of one attempt. The client's retries share a `clientRequestId`. */
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
