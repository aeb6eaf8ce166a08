import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './serve-web.ts'

const POLICY = "default-src 'self';script-src 'self';style-src 'self'"
let dist: string
let app: FastifyInstance
const config = {
  userApi: '/api/user',
  operationsApi: '/api/operations',
  buildCheckMs: 3_600_000,
  lockAfterMs: 900_000,
  identity: { userPoolId: 'p_1', userPoolClientId: '</script><script>alert(1)', endpoint: null },
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'backoffice-web-'))
  for (const folder of ['assets', 'pages', 'builds/meta', 'login'])
    await mkdir(join(dist, folder), { recursive: true })
  for (const name of ['app', 'login', 'smac_inquiry'])
    await writeFile(
      join(dist, `pages/${name}.html`),
      `<title>${name}</title>${name === 'login' ? '<style>p{color:red}</style>' : '<script>go()</script>'}<script type="application/json" id="config">__RUNTIME_CONFIG__</script>`,
    )
  await writeFile(join(dist, 'builds/latest.json'), '{"id":"b1"}')
  await writeFile(join(dist, 'builds/latest.json.br'), 'brotli')
  await writeFile(join(dist, 'builds/meta/b1.json'), '{"id":"b1"}')
  await writeFile(join(dist, 'login/_payload.json'), '{"build":"b1"}')
  await writeFile(join(dist, 'assets/app-1a2b.js'), 'plain')
  await writeFile(join(dist, 'assets/app-1a2b.js.br'), 'brotli')
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', POLICY)
  })
  await serveWeb(app, dist, config)
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

test('says how to build the pages where they are missing', async () => {
  const warnings: string[] = []
  const logger: FastifyBaseLogger = pino(
    { level: 'warn' },
    { write: (line) => void warnings.push(JSON.parse(line).msg) },
  )
  await serveWeb(Fastify({ loggerInstance: logger }), join(dist, 'none'), config)
  expect(warnings).toEqual([
    'the web application has not been built, so only the APIs are served: run npm run build -w apps/web',
  ])
})

test.each([
  ['/', 'app'],
  ['/login', 'login'],
  ['/operational_dashboard', 'app'],
  ['/smac_inquiry', 'smac_inquiry'],
  ['/files', 'app'],
  [`/files/${crypto.randomUUID()}`, 'app'],
  ['/login?back=%2Ffiles', 'login'],
])('%s has its own page or the application’s', async (url, page) => {
  const reply = await app.inject(url)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(reply.body).toContain(`<title>${page}</title>`)
})

test.each(['/nothing', '/files/a/b', '/login/x', '/pages/login.html', '/assets/../pages/app.html'])(
  '%s returns the page with status 404',
  async (url) => {
    const reply = await app.inject(url)
    expect([reply.statusCode, reply.body.includes('id="config"')]).toEqual([404, true])
  },
)

test.each([
  '/assets/gone-9f.js',
  '/builds/older.json',
  '/builds/meta/older.json',
  '/nothing/_payload.json',
  '/api/nothing',
  '/assets/../assets/gone',
  '/storage/x',
])('%s never returns the page', async (url) => {
  const reply = await app.inject(url)
  expect([reply.statusCode, reply.body.includes('id="config"')]).toEqual([404, false])
})

test('files with a hash in their name are immutable and compressed on request; the page is not cached', async () => {
  const plain = await app.inject('/assets/app-1a2b.js')
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    'plain',
    'public, max-age=31536000, immutable',
  ])
  const small = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
  expect([small.body, small.headers['content-encoding']]).toEqual(['brotli', 'br'])
  expect((await app.inject('/login')).headers['cache-control']).toBe('no-cache')
})

test.each([
  ['/builds/latest.json', 'public, max-age=1'],
  ['/builds/meta/b1.json', 'public, max-age=31536000, immutable'],
  ['/login/_payload.json', 'no-cache'],
])('%s has the right caching, compressed or not', async (url, caching) => {
  for (const accepted of ['identity', 'br']) {
    const reply = await app.inject({ url, headers: { 'accept-encoding': accepted } })
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, caching])
  }
})

test('compresses a page on request, and only once', async () => {
  const plain = await app.inject('/login')
  for (const [accepted, decode] of [
    ['gzip, deflate, br', brotliDecompressSync],
    ['gzip;q=0.8', gunzipSync],
  ] as const) {
    const reply = await app.inject({ url: '/login', headers: { 'accept-encoding': accepted } })
    expect(decode(reply.rawPayload).toString()).toBe(plain.body)
  }
})

test.each(['br;q=0, gzip; q=0.0', 'deflate', '*;q=0'])(
  'sends an uncompressed page for Accept-Encoding %s',
  async (accepted) => {
    const reply = await app.inject({ url: '/login', headers: { 'accept-encoding': accepted } })
    expect([reply.headers['content-encoding'], reply.body.startsWith('<title>')]).toEqual([undefined, true])
  },
)

test('replies 304 for a cached page, even with a weak ETag', async () => {
  const { etag } = (await app.inject('/login')).headers
  for (const known of [`${etag}`, `W/${etag}`, `"other", W/${etag}`]) {
    const again = await app.inject({ url: '/login', headers: { 'if-none-match': known } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  const other = await app.inject({ url: '/login', headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)
})

test('the CSP of a page allows only its own style and script', async () => {
  const policyOf = async (url: string) => (await app.inject(url)).headers['content-security-policy']
  const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  expect(await policyOf('/login')).toBe(`${POLICY} ${hashOf('p{color:red}')}`)
  const withScript = `default-src 'self';script-src 'self' ${hashOf('go()')};style-src 'self'`
  expect([await policyOf('/smac_inquiry'), await policyOf('/nothing')]).toEqual([withScript, withScript])
})

test('the configuration cannot end its element early', async () => {
  const { body } = await app.inject('/login')
  const json = /id="config">(.*?)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual(config)
})
