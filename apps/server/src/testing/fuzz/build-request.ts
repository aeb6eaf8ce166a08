import { type Endpoint, fillPath } from '@backoffice/contract/endpoint'
import { API_BASES } from '../../served-apis.ts'
import type { Call, Mutation } from './call-arbitrary.ts'
import type { KnownValues } from './known-values.ts'
import { applyOddity, type Request } from './oddities.ts'

/** The request of a call: what is known now is put in, its mutations are made, and it is written out. */
export function buildRequest(
  endpoint: Endpoint,
  group: string,
  call: Call,
  known: KnownValues,
  token: string | undefined,
): Request {
  const params = mutated(known.resolve(call.params, group), call.mutations, 'params') as Values
  const rowId = typeof params?.id === 'string' ? params.id : undefined
  const of = (part: 'query' | 'body') =>
    mutated(known.resolve(call[part], group, rowId), call.mutations, part)
  const body = endpoint.method === 'GET' ? undefined : of('body')
  const path = fillPath(endpoint.path, (name) => encodeURIComponent(text(params?.[name])))
  const search = searchOf(of('query') as Values)
  const version = known.resolve(call.ifMatch, group, rowId)
  const request: Request = {
    method: endpoint.method,
    path: `${API_BASES[endpoint.api]}${path}${search && `?${search}`}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(call.idempotencyKey !== undefined && { 'idempotency-key': latin1(call.idempotencyKey) }),
      ...(version !== undefined && {
        'if-match': typeof version === 'number' ? `"${version}"` : String(version),
      }),
    },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  }
  return call.oddity ? applyOddity(request, call.oddity) : request
}

type Values = Record<string, unknown> | undefined

/** A list of a query is sent as its name several times. */
function searchOf(query: Values): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, text(each))
  return search.toString()
}

function text(value: unknown): string {
  const written = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  return written.toWellFormed()
}

/** A header is sent in Latin-1. */
const latin1 = (value: string) => Buffer.from(value).toString('latin1')

/** A copy with the mutations of the part. */
function mutated(value: unknown, mutations: readonly Mutation[], part: Mutation['part']): unknown {
  const own = mutations.filter((each) => each.part === part)
  const root = structuredClone({ root: value })
  for (const { at, change } of own) {
    const places = placesOf(root)
    const place = places[at % places.length]
    if (!place) continue
    const { owner, key } = place
    if (change.kind === 'remove') delete owner[key]
    else if (change.kind === 'replace') owner[key] = change.value
    else {
      const within = typeof owner[key] === 'object' && owner[key] !== null ? owner[key] : owner
      Object.defineProperty(within, change.name, {
        value: change.value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return root.root
}

type Place = { owner: Record<string, unknown>; key: string }

/** The outermost is the last: the most of the mutations are of fields. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner)
    .slice(0, 20)
    .flatMap((key) => [...placesOf(owner[key]), { owner, key }])
}
