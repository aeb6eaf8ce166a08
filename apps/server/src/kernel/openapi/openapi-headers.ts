import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS } from '@backoffice/contract/approvals'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import { MAX_KEY_CHARS } from '../idempotency.ts'

/** Headers of calls, by name of the component. */
const REQUEST_HEADERS = {
  RequestId: {
    in: 'header',
    name: 'X-Request-Id',
    description:
      'Id of the call, the same for each attempt: the audit trail and logs keep it as `client_request_id`. Other values are ignored.',
    schema: { type: 'string', pattern: '^[0-9A-Za-z][0-9A-Za-z_.:-]{7,63}$' },
    example: 'settlement-20261119-0001',
  },
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description: `Repeats of the call by the same user return its first outcome for ${RETENTION_DAYS.idempotencyKeys} days. A refused call can be repeated with the same key; another call with it gets 422 \`idempotency_key_reused\`.`,
    schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARS },
    example: '7b0c5a52-5f0e-4b53-9a7e-1f2f6f6d8a11',
  },
  IfMatch: ifMatch(true),
  OptionalIfMatch: ifMatch(false),
  ApprovalReason: {
    in: 'header',
    name: APPROVAL_HEADERS.reason,
    description: `Reason for a change that needs approval, percent-encoded; at most ${MAX_REASON_CHARS} characters. Without it such a change gets 428 \`approval_reason_required\`.`,
    schema: { type: 'string' },
    example: 'Requested%20by%20the%20branch',
  },
  ApprovalTicket: {
    in: 'header',
    name: APPROVAL_HEADERS.ticket,
    description: `Ticket of a change that needs approval, percent-encoded; at most ${MAX_TICKET_CHARS} characters.`,
    schema: { type: 'string' },
    example: 'OPS-20431',
  },
} as const

function ifMatch(required: boolean) {
  return {
    in: 'header',
    name: 'If-Match',
    required,
    description: 'The version of the row that the call is based on, in double quotes',
    schema: { type: 'string', pattern: '^"[0-9]{1,9}"$' },
    example: '"1"',
  } as const
}

/** Headers of replies. */
const REPLY_HEADERS = {
  'X-Request-Id': {
    description: 'Id of this attempt; `request_id` of a problem',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description:
      'Calls left (`r`) until the limit starts again in `t` seconds, of the caller; without a valid token of the address',
    schema: { type: 'string' },
    example: '"caller";r=598;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` calls in `w` seconds, by caller or by address',
    schema: { type: 'string' },
    example: '"caller";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
} as const

export const HEADER_COMPONENTS = { parameters: REQUEST_HEADERS, headers: REPLY_HEADERS }

/** References to the headers that a call to the endpoint may have. */
export function requestHeaders({ effect, isSecret, versioned, approval }: Endpoint) {
  const names: (keyof typeof REQUEST_HEADERS)[] = [
    'RequestId',
    ...(effect === 'write' && !isSecret ? ['IdempotencyKey' as const] : []),
    ...(versioned === 'if-match' ? ['IfMatch' as const] : []),
    ...(versioned === 'if-match-optional' ? ['OptionalIfMatch' as const] : []),
    ...(approval ? (['ApprovalReason', 'ApprovalTicket'] as const) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** References to the headers of a reply. */
export function replyHeaders(status: number) {
  const { 'Retry-After': _temporary, ...always } = REPLY_HEADERS
  const names = Object.keys(status === 429 || status === 503 ? REPLY_HEADERS : always)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
