/** What is wrong with the transport of a call rather than with its content. */
export const ODDITIES = [
  ...[
    'half a body',
    'no body',
    'empty body',
    'body of text',
    'body of xml',
    'body of a form',
    'body in UTF-16',
  ],
  ...['body with a byte order mark', 'body that is no UTF-8', 'body beyond the limit', 'body of deep arrays'],
  ...[
    'body of deep objects',
    'body of a number',
    'body of a list',
    'body with a prototype',
    'body with a name twice',
  ],
  ...[
    'query twice',
    'query of brackets',
    'query of escapes',
    'query without end',
    'path with a slash',
    'path of escapes',
  ],
  ...['method PUT', 'method HEAD', 'method OPTIONS', 'method TRACE', 'method PROPFIND'],
  ...['token of nobody', 'token without end', 'accepts nothing', 'compressed body', 'forwarded by many'],
] as const
export type Oddity = (typeof ODDITIES)[number]

/** A request as it is sent. */
export type Request = {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const withBody = (request: Request, body: string | Buffer, contentType = 'application/json'): Request => ({
  ...request,
  body: Buffer.from(body),
  headers: { ...request.headers, 'content-type': contentType },
})
const withHeader = (request: Request, name: string, value: string): Request => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})
const withQuery = ({ path, ...request }: Request, more: string): Request => ({
  ...request,
  path: `${path}${path.includes('?') ? '&' : '?'}${more}`,
})

/** Beyond the largest limit that an endpoint has. */
const LARGE = 3 * 1024 * 1024

const CHANGES: Readonly<Record<Oddity, (request: Request, text: string) => Request>> = {
  'half a body': (request, text) => withBody(request, text.slice(0, text.length / 2)),
  'no body': ({ body: _none, ...request }) => ({ ...request, body: undefined }),
  'empty body': (request) => withBody(request, ''),
  'body of text': (request, text) => withBody(request, text, 'text/plain'),
  'body of xml': (request) =>
    withBody(request, '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'text/xml'),
  'body of a form': (request) => withBody(request, 'id=1&id=2', 'application/x-www-form-urlencoded'),
  'body in UTF-16': (request, text) =>
    withBody(request, Buffer.from(text, 'utf16le'), 'application/json; charset=utf-16'),
  'body with a byte order mark': (request, text) => withBody(request, `\uFEFF${text}`),
  'body that is no UTF-8': (request) => withBody(request, Buffer.from([0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22])),
  'body beyond the limit': (request) => withBody(request, `{"search":"${'x'.repeat(LARGE)}"}`),
  'body of deep arrays': (request) => withBody(request, '['.repeat(30_000) + ']'.repeat(30_000)),
  'body of deep objects': (request) => withBody(request, `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  'body of a number': (request) => withBody(request, '1e400'),
  'body of a list': (request, text) => withBody(request, `[${text}]`),
  'body with a prototype': (request) =>
    withBody(request, '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  'body with a name twice': (request, text) => withBody(request, text.replace(/^\{(.+)\}$/s, '{$1,$1}')),
  'query twice': (request) => withQuery(request, request.path.split('?')[1] ?? 'page=1&page=2'),
  'query of brackets': (request) =>
    withQuery(request, 'filters[status][in][]=A&sort[]=id&__proto__[a]=1&page[]=1'),
  'query of escapes': (request) => withQuery(request, 'search=%00&q=%C3%28&%=%&page=%E0%A4%A'),
  'query without end': (request) => withQuery(request, `search=${'x'.repeat(12_000)}`),
  'path with a slash': (request) => ({ ...request, path: request.path.replace(/(\?|$)/, '/$1') }),
  'path of escapes': (request) => ({
    ...request,
    path: request.path.replace(/(\?|$)/, '/%2e%2e%2f%00%C3%28$1'),
  }),
  'method PUT': (request) => ({ ...request, method: 'PUT' }),
  'method HEAD': (request) => ({ ...request, method: 'HEAD', body: undefined }),
  'method OPTIONS': (request) => ({ ...request, method: 'OPTIONS', body: undefined }),
  'method TRACE': (request) => ({ ...request, method: 'TRACE', body: undefined }),
  'method PROPFIND': (request) => ({ ...request, method: 'PROPFIND' }),
  'token of nobody': (request) =>
    withHeader(request, 'authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'),
  'token without end': (request) => withHeader(request, 'authorization', `Bearer ${'a'.repeat(9_000)}`),
  'accepts nothing': (request) =>
    withHeader(withHeader(request, 'accept', 'image/png'), 'accept-encoding', 'identity;q=0, *;q=0'),
  'compressed body': (request) => withHeader(request, 'content-encoding', 'gzip'),
  'forwarded by many': (request) =>
    withHeader(request, 'x-forwarded-for', '1.2.3.4, ::1, nonsense, 127.0.0.1'),
}

export function applyOddity(request: Request, oddity: Oddity): Request {
  return CHANGES[oddity](request, request.body?.toString() ?? '{}')
}

/** It is no call of the endpoint any more. */
export function isForeign(oddity: Oddity | undefined): boolean {
  return oddity !== undefined && /^(method|path)/.test(oddity)
}
