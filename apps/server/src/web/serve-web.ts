import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import { isScreen } from '@backoffice/contract/screens'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { HIDDEN } from '../kernel/hidden.ts'

/** The place in the page where its configuration goes. */
const SLOT = '__RUNTIME_CONFIG__'
const YEAR_SECONDS = 31_536_000

/** The built web application: its files as they are, and the page for every screen there is. */
export async function serveWeb(app: FastifyInstance, dist: string, config: RuntimeConfig): Promise<void> {
  const pagePath = join(dist, 'index.html')
  if (!existsSync(pagePath)) {
    app.log.warn('the web application has not been built: only the APIs are served')
    return
  }
  // In a script element only `<` could end the data early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const page = (await readFile(pagePath, 'utf8')).replace(SLOT, () => json)

  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // The page is served with its configuration, never as it lies there.
    globIgnore: ['index.html', '**/*.br'],
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply, path) {
      const isNamedByContent = path.startsWith(join(dist, 'assets'))
      reply.header(
        'cache-control',
        isNamedByContent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
  app.get('/', HIDDEN, async (_request, reply) => sendPage(reply))
  app.get('/*', HIDDEN, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isFile = /^\/(assets|builds|api|idp|storage|dev)(\/|$)/.test(path)
    if (isFile) return reply.callNotFound()
    return sendPage(reply.status(isScreen(path) ? 200 : 404))
  })

  function sendPage(reply: {
    header(name: string, value: string): typeof reply
    type(type: string): { send(body: string): unknown }
  }) {
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  }
}
