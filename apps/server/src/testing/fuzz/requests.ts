import { type IncomingHttpHeaders, request as startRequest } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { type Endpoint, fillPath } from '@backoffice/contract/endpoint'
import { API_BASES } from '../../kernel/served-apis.ts'
import type { Call } from './calls.ts'
import type { KnownValues } from './known-values.ts'

/** `path` includes the query. */
export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}
export type Response = { status: number; headers: IncomingHttpHeaders; body: string }

const TIMEOUT_MS = 30_000
/** Larger than any body limit. */
const LARGE = 3 * 1024 * 1024

type Change = (request: Request, body: string) => Partial<Request>
const bodyOf =
  (change: (body: string) => string | Buffer, type = 'application/json'): Change =>
  ({ headers }, body) => ({ body: Buffer.from(change(body)), headers: { ...headers, 'content-type': type } })
const header =
  (name: string, value: string): Change =>
  ({ headers }) => ({ headers: { ...headers, [name]: value } })
const query =
  (more: string): Change =>
  ({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${more}` })
const path =
  (more: string): Change =>
  (request) => ({ path: request.path.replace(/(\?|$)/, `${more}$1`) })
const method =
  (name: string): Change =>
  ({ body }) => ({ method: name, body: /PUT|PROPFIND/.test(name) ? body : undefined })

/** Faults in the transport of a call. */
export const ODDITIES: Readonly<Record<string, Change>> = {
  'half a body': bodyOf((body) => body.slice(0, body.length / 2)),
  'no body': () => ({ body: undefined }),
  'empty body': bodyOf(() => ''),
  'body of text': bodyOf((body) => body, 'text/plain'),
  'body of xml': bodyOf(() => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'text/xml'),
  'body of a form': bodyOf(() => 'id=1&id=2', 'application/x-www-form-urlencoded'),
  'body in UTF-16': bodyOf((body) => Buffer.from(body, 'utf16le'), 'application/json; charset=utf-16'),
  'body with a byte order mark': bodyOf((body) => `\uFEFF${body}`),
  'body that is not UTF-8': bodyOf(() => Buffer.from([0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22])),
  'body beyond the limit': bodyOf(() => `{"search":"${'x'.repeat(LARGE)}"}`),
  'body of deep arrays': bodyOf(() => '['.repeat(30_000) + ']'.repeat(30_000)),
  'body of deep objects': bodyOf(() => `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  'body of a number': bodyOf(() => '1e400'),
  'body of a list': bodyOf((body) => `[${body}]`),
  'body with a prototype': bodyOf(() => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  'body with a name twice': bodyOf((body) => body.replace(/^\{(.+)\}$/s, '{$1,$1}')),
  'compressed body': header('content-encoding', 'gzip'),
  'query twice': (request, body) => query(request.path.split('?')[1] ?? 'page=1&page=2')(request, body),
  'query of brackets': query('filters[status][in][]=A&sort[]=id&__proto__[a]=1&page[]=1'),
  'query of escapes': query('search=%00&q=%C3%28&%=%&page=%E0%A4%A'),
  'query without end': query(`search=${'x'.repeat(12_000)}`),
  'path with a slash': path('/'),
  'path of escapes': path('/%2e%2e%2f%00%C3%28'),
  'method PUT': method('PUT'),
  'method HEAD': method('HEAD'),
  'method OPTIONS': method('OPTIONS'),
  'method TRACE': method('TRACE'),
  'method PROPFIND': method('PROPFIND'),
  'token of no user': header('authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'),
  'token without end': header('authorization', `Bearer ${'a'.repeat(9_000)}`),
  'accepts no type': header('accept', 'image/png'),
  'accepts no encoding': header('accept-encoding', 'identity;q=0, *;q=0'),
  'forwarded often': header('x-forwarded-for', '1.2.3.4, ::1, nonsense, 127.0.0.1'),
}

export function requestOf(
  { api, method: usual, path: template }: Endpoint,
  call: Call,
  known: KnownValues,
  token: string | undefined,
): Request {
  const params = Object(call.params)
  const id = typeof params.id === 'string' ? params.id : undefined
  const body = usual === 'GET' ? undefined : known.withVersions(call.body, id)
  const version = known.withVersions(call.ifMatch, id)
  const filled = fillPath(template, (name) => encodeURIComponent(printed(params[name])))
  const search = searchOf(Object(call.query))
  const request: Request = {
    method: usual,
    path: `${API_BASES[api]}${filled}${search && `?${search}`}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Headers are sent in Latin-1.
      ...(call.idempotencyKey !== undefined && {
        'idempotency-key': Buffer.from(call.idempotencyKey).toString('latin1'),
      }),
      ...(version !== undefined && {
        'if-match': typeof version === 'number' ? `"${version}"` : `${version}`,
      }),
    },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  }
  return { ...request, ...ODDITIES[call.oddity ?? '']?.(request, request.body?.toString() ?? '{}') }
}

/** Query string; repeats the name of a list for each item. */
function searchOf(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, printed(each))
  return search.toString()
}

const printed = (value: unknown) =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).toWellFormed()

/** Uses a separate connection, because a refused body closes it. */
export async function sendRequest(port: number, { body, ...request }: Request): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const length = body && { 'content-length': String(body.length) }
  const headers = { ...request.headers, ...length }
  let hasReply = false
  const sent = startRequest({ host: '127.0.0.1', port, agent: false, ...request, headers }, (reply) => {
    hasReply = true
    const { statusCode: status = 0 } = reply
    const done = (content: string) => resolve({ status, headers: reply.headers, body: content })
    if (reply.headers['content-type']?.startsWith('text/event-stream')) {
      done('')
      reply.destroy()
    } else readText(reply).then(done, reject)
  })
  sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`no reply within ${TIMEOUT_MS / 1_000} s`)))
  // Ignored after the reply, because the rest of a refused body cannot be written.
  sent.on('error', (error) => hasReply || reject(error))
  sent.end(body)
  return promise
}

/** The request as a shell command. */
export function asCommand({ method: name, path: to, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const sent = Object.entries(headers).map(([key, value]) =>
    key === 'authorization' && value.length > 60
      ? '-H "authorization: Bearer $TOKEN"'
      : `-H ${quoted(`${key}: ${value}`)}`,
  )
  const data = body ? [`--data-binary ${quoted(body.toString().slice(0, 2_000))}`] : []
  return ['curl -i -X', name, ...sent, ...data, quoted(`http://127.0.0.1:3000${to}`)].join(' ')
}
