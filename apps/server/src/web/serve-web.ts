import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import { screenAt } from '@backoffice/contract/screens'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HIDDEN } from '../kernel/hidden.ts'

/** The place in a page where its configuration goes. */
const SLOT = '__RUNTIME_CONFIG__'
const YEAR_SECONDS = 31_536_000

/** Never the page, and never what a proxy of the page could take for it. */
const FILES_ONLY = /^\/(assets|builds|api|idp|storage|dev)(\/|$)|\/_payload\.json$/

/** The built web application: its files as they are, and for every screen there is its page. */
export async function serveWeb(app: FastifyInstance, dist: string, config: RuntimeConfig): Promise<void> {
  if (!existsSync(join(dist, 'pages'))) {
    app.log.warn('the web application has not been built: only the APIs are served')
    return
  }
  const pages = await readPages(join(dist, 'pages'), config)

  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // Pages are served with their configuration, never as they lie there.
    globIgnore: ['pages/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path.slice(dist.length + 1)))
    },
  })
  app.get('/', HIDDEN, async (_request, reply) => sendPage(reply, '/'))
  app.get('/*', HIDDEN, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    return FILES_ONLY.test(path) ? reply.callNotFound() : sendPage(reply, path)
  })

  function sendPage(reply: FastifyReply, path: string) {
    const screen = screenAt(path)
    const page = (screen?.built && pages.get(screen.name)) || pages.get('app')
    if (!page) return reply.callNotFound()
    if (page.styleHash) {
      const policy = String(reply.getHeader('content-security-policy'))
      const style = `style-src 'self' '${page.styleHash}'`
      reply.header('content-security-policy', policy.replace("style-src 'self'", style))
    }
    return reply
      .status(screen?.built ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.html)
  }
}

/** `styleHash`: of the style that a prerendered page brings along, the only one its policy lets it have. */
type Page = { html: string; styleHash: string | undefined }

/** The pages by the name of their screen; `app` is that of any other. */
async function readPages(folder: string, config: RuntimeConfig): Promise<Map<string, Page>> {
  // In a script element only `<` could end the data early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const pages = new Map<string, Page>()
  for (const file of await readdir(folder)) {
    const page = await readFile(join(folder, file), 'utf8')
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1]
    const styleHash = style && `sha256-${createHash('sha256').update(style).digest('base64')}`
    pages.set(basename(file, '.html'), { html: page.replace(SLOT, () => json), styleHash })
  }
  return pages
}

function cachingOf(file: string): string {
  // Named by their content, or by the build they belong to.
  if (/^(assets|builds\/meta)\//.test(file)) return `public, max-age=${YEAR_SECONDS}, immutable`
  return file === 'builds/latest.json' ? 'public, max-age=1' : 'no-cache'
}
