import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { HIDDEN } from '../../kernel/hidden.ts'
import type { Clock } from '../clock.ts'
import { AlreadyStored, type FolderStorage } from './folder.ts'
import { type Link, openLink } from './link.ts'

/** What a bucket would do: take and give objects to whoever holds a link, streaming both ways. */
export function mountFolderRoutes(
  app: FastifyInstance,
  storage: FolderStorage,
  secret: Buffer,
  clock: Clock,
) {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // The body stays a stream: it goes to the disk, whatever its type says.
    routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    routes.put<{ Params: { '*': string } }>('/storage/*', HIDDEN, async (request, reply) => {
      const key = request.params['*']
      const link = openLink(secret, key, request.query, clock.now())
      const { size, part, parts, type } = link
      if (link.method !== 'PUT' || size === undefined || !part || !parts) {
        throw new Refusal('link_invalid')
      }
      if (request.headers['content-type'] !== type || Number(request.headers['content-length']) !== size) {
        throw new Refusal('link_invalid', {
          detail: 'The size or type is not the one this link was made for.',
        })
      }
      // An empty body arrives without a stream; such a link is never made, but may be asked for.
      const body = (request.body ?? []) as Readable
      try {
        const etag = await storage.putPart(key, { part, parts }, exactly(size, body))
        return await reply.header('etag', etag).send()
      } catch (error) {
        if (error instanceof AlreadyStored) throw new Refusal('already_stored')
        throw error
      }
    })

    routes.get<{ Params: { '*': string } }>('/storage/*', HIDDEN, async (request, reply) => {
      const key = request.params['*']
      const link = openLink(secret, key, request.query, clock.now())
      if (link.method !== 'GET') throw new Refusal('link_invalid')
      const size = await storage.size(key)
      if (size === null) throw new Refusal('artifact_not_found')
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-length': String(size),
          'content-disposition': disposition(link),
          'cache-control': 'private, no-store',
        })
        .send(storage.read(key))
    })
  })
}

function disposition({ name = 'download.csv' }: Link) {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Breaks off as soon as more arrives than was signed for, and at the end when it was less. */
async function* exactly(size: number, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let left = size
  for await (const chunk of body) {
    left -= chunk.byteLength
    if (left < 0) break
    yield chunk
  }
  if (left !== 0)
    throw new Refusal('upload_incomplete', { detail: 'Fewer or more bytes arrived than announced.' })
}
