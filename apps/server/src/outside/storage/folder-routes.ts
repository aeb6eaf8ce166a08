import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { HIDDEN } from '../../kernel/hidden.ts'
import type { InTurn } from '../../kernel/take-turns.ts'
import type { Clock } from '../clock.ts'
import { AlreadyStored, type FolderStorage } from './folder.ts'
import { type Link, openLink } from './link.ts'

type FolderRoutesDeps = {
  storage: FolderStorage
  secret: Buffer
  clock: Clock
  /** The upload that an object belongs to, and whether it still takes bytes. */
  findUpload: (key: string) => Promise<{ isOpen: boolean; ownerId: string } | undefined>
  countCall: (request: FastifyRequest, caller: { id: string }) => Promise<void>
  inTurn: InTurn
}

/** What a bucket would do: take and give objects to whoever holds a link, streaming both ways. */
export function mountFolderRoutes(app: FastifyInstance, deps: FolderRoutesDeps) {
  const { storage, secret, clock, findUpload, countCall, inTurn } = deps
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
      const upload = await findUpload(key)
      if (upload) await countCall(request, { id: upload.ownerId })
      if (!upload?.isOpen) throw closedUpload()
      // An empty body arrives without a stream; such a link is never made, but may be asked for.
      const body = (request.body ?? []) as Readable
      // A queue of their own: slow parts hold up no other call, and many at once do not fill the disk.
      const [stored] = await Promise.allSettled([
        inTurn(`storage ${upload.ownerId}`, reply.raw, () => storage.putPart(key, part, exactly(size, body))),
      ])
      // Closed while the part came: clean-up may have been here before it, and takes nothing that comes later.
      if (!(await findUpload(key))?.isOpen) {
        await storage.discardPart(key, part)
        throw closedUpload()
      }
      if (stored.status === 'fulfilled') return reply.header('etag', stored.value).send()
      throw stored.reason instanceof AlreadyStored ? new Refusal('already_stored') : stored.reason
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

function closedUpload() {
  return new Refusal('file_state_conflict', {
    detail: 'This file takes no upload any more: it was registered, cancelled, or has expired.',
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
