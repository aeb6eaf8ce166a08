import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS } from '@backoffice/contract/approvals'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import { MAX_KEY_CHARS } from '../run-write.ts'

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase())

const PATH = '#/components/schemas/'
const nameOf = ({ $ref = '' }: JsonSchema) => $ref.slice(PATH.length)

/** Names of parts leave out reply and request, so `UsersInviteReply` has a `UsersInviteItem`. */
const ownerOf = (name: string) => name.replace(/(Reply|Request)$/, '')

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=ss|ch|x)es$|(?<!s)s$/, '')

/** A schema without titles, which are names. */
const withoutTitles = (schema: JsonSchema) =>
  JSON.stringify(schema, (key, value) => (key === 'title' && typeof value === 'string' ? undefined : value))

/**
 * Collects the object schemas of a document by name; equal schemas share a name. Names are, in this order, the title of
 * any equal schema of `document`, `…List` and `…Outcome` of a named item, and the place of the schema.
 */
export function createSchemaNames(document: object) {
  const schemas: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()
  JSON.stringify(document, (_key, value) => {
    if (typeof value?.title === 'string' && (value.properties || value.enum))
      names.set(withoutTitles(value), value.title)
    return value
  })

  /** `place` names a schema without another name, and is the prefix of the schemas inside it. */
  function refer(schema: JsonSchema, place: string): JsonSchema {
    const { title: _name, ...bare } = schema
    const text = withoutTitles(schema)
    const title = names.get(text)
    const inner = withReferences(bare, title ?? place)
    if (!inner.properties && !title) return inner
    const name = title ?? nameOfList(inner) ?? nameOfOutcome(inner) ?? nameOfVariant(inner, place)
    names.set(text, name)
    if (Object.hasOwn(schemas, name) && JSON.stringify(schemas[name]) !== JSON.stringify(inner))
      throw new Error(`Two schemas of the API are named ${name}: name one with nameSchemas`)
    schemas[name] = inner
    return { $ref: `${PATH}${name}` }
  }

  function withReferences(schema: JsonSchema, name: string): JsonSchema {
    const { items, properties, additionalProperties } = schema
    const each = (list: readonly JsonSchema[]) => list.map((one) => refer(one, name))
    const referProperty = (key: string, value: JsonSchema) => {
      const part = value.items ? singular(key) : key
      return refer(value, ownerOf(name) + pascal(part))
    }
    return {
      ...schema,
      ...(items && { items: refer(items, name) }),
      // Linters expect `items` of every array.
      ...(schema.prefixItems && {
        prefixItems: each(schema.prefixItems),
        items: {},
        minItems: schema.prefixItems.length,
        maxItems: schema.prefixItems.length,
      }),
      ...(schema.anyOf && { anyOf: each(schema.anyOf) }),
      ...(schema.oneOf && { oneOf: each(schema.oneOf) }),
      ...(schema.allOf && { allOf: each(schema.allOf) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: refer(additionalProperties, `${name}Value`),
      }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, referProperty(key, value)]),
        ),
      }),
    }
  }

  return { refer: (schema: JsonSchema, name: string) => refer(schema, pascal(name)), schemas }
}

function nameOfList({ properties: { items, total, page } = {} }: JsonSchema): string | undefined {
  return items?.items?.$ref && total && page ? `${nameOf(items.items)}List` : undefined
}

function nameOfOutcome({ properties = {} }: JsonSchema): string | undefined {
  const { outcome, row, used_by, items, ...others } = properties
  if (outcome && used_by && row?.$ref) return `${nameOf(row)}Outcome`
  const item = items?.items && nameOf(items.items)
  return item?.endsWith('Outcome') && Object.keys(others).length === 0 ? `${item}s` : undefined
}

/** A variant of a union is named by its constant. */
function nameOfVariant({ properties = {} }: JsonSchema, place: string): string {
  const kinds = Object.values(properties).flatMap(
    (each) => each.const ?? (each.enum?.length === 1 ? each.enum : []),
  )
  const [kind] = kinds
  return typeof kind === 'string' ? place + pascal(kind.toLowerCase()) : place
}

/** The parts of JSON Schema that the contract uses. */
export type JsonSchema = {
  $ref?: string
  title?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
}

type Media = { schema?: JsonSchema; example?: unknown }
export type Content = Record<string, Media>

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
