import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import { screenAt } from '@backoffice/contract/screens'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingFor } from '../kernel/compress-reply.ts'
import { HIDDEN_FROM_DOCS } from '../kernel/served-apis.ts'

const YEAR_SECONDS = 31_536_000

/** Paths that never return a page. */
const FILES_ONLY = /^\/(assets|builds|api|idp|storage|dev)(\/|$)|\/_payload\.json$/

/** Serves the static files of the built web application, and a page for each screen. */
export async function serveWeb(app: FastifyInstance, dist: string, config: RuntimeConfig): Promise<void> {
  if (!existsSync(join(dist, 'pages'))) {
    app.log.warn(
      'the web application has not been built, so only the APIs are served: run npm run build -w apps/web',
    )
    return
  }
  const pages = await readPages(join(dist, 'pages'), config)

  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // Pages are served separately, with the configuration inserted.
    globIgnore: ['pages/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControlFor(path.slice(dist.length + 1).replace(/\.(br|gz)$/, '')))
    },
  })
  app.get('/', HIDDEN_FROM_DOCS, async (request, reply) => sendPage(request, reply, '/'))
  app.get('/*', HIDDEN_FROM_DOCS, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    return FILES_ONLY.test(path) ? reply.callNotFound() : sendPage(request, reply, path)
  })

  function sendPage(request: FastifyRequest, reply: FastifyReply, path: string) {
    const screen = screenAt(path)
    const page = (screen && pages.get(screen.name)) || pages.get('app')
    if (!page) return reply.callNotFound()
    reply.status(screen ? 200 : 404).header('cache-control', 'no-cache')
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', addHashes(policy, page.hashes))
    reply.header('vary', 'accept-encoding').header('etag', page.etag)
    if (screen && matchesEtag(page.etag, request.headers['if-none-match'])) return reply.status(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(page.bytes[encoding])
  }
}

function addHashes(policy: string, hashes: readonly [directive: string, hashes: string[]][]): string {
  return hashes.reduce(
    (current, [directive, values]) =>
      current.replace(`${directive} 'self'`, (self) => [self, ...values].join(' ')),
    policy,
  )
}

function cacheControlFor(file: string): string {
  // Immutable, because the name contains a hash of the content or of the build.
  if (/^(assets|builds\/meta)\//.test(file)) return `public, max-age=${YEAR_SECONDS}, immutable`
  return file === 'builds/latest.json' ? 'public, max-age=1' : 'no-cache'
}

/** Replaced by the JSON of the runtime configuration. */
const SLOT = '__RUNTIME_CONFIG__'

type Page = {
  bytes: Record<Encoding, Buffer>
  etag: string
  /** Hashes of the inline styles and scripts, by CSP directive. */
  hashes: [directive: string, hashes: string[]][]
}

/** Runs at every start. The best quality, 11, takes 30 times as long for a fifteenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

const INLINE = { 'style-src': /<style>(.*?)<\/style>/gs, 'script-src': /<script>(.*?)<\/script>/gs }

/** Built pages by screen name; `app` is the page of all others. */
async function readPages(folder: string, config: RuntimeConfig): Promise<Map<string, Page>> {
  // Only `<` can end the script element early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const pages = new Map<string, Page>()
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    const plain = Buffer.from(text.replace(SLOT, () => json))
    pages.set(basename(file, '.html'), {
      bytes: { br: brotliCompressSync(plain, BROTLI), gzip: gzipSync(plain), identity: plain },
      etag: `"${sha256(plain)}"`,
      hashes: Object.entries(INLINE).map(([directive, inline]) => [
        directive,
        [...text.matchAll(inline)].map(([, content = '']) => `'sha256-${sha256(content)}'`),
      ]),
    })
  }
  return pages
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64')
}

/** True if `If-None-Match` contains the ETag. Ignores `W/`, which a compressing proxy adds. */
function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
