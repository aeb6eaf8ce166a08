import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { LimitConcurrency } from '../../kernel/concurrency-limit.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { CheckRateLimit } from '../../kernel/rate-limit.ts'
import { STREAMS_BODY } from '../../kernel/request-bodies.ts'
import { HIDDEN_FROM_DOCS } from '../../kernel/served-apis.ts'
import { AlreadyStored, LocalStorage } from './local-storage.ts'
import { contentDisposition, contentTypeOf } from './object-keys.ts'
import { verifyLink } from './signed-link.ts'
import type { Storage } from './storage.ts'

/** `mount` adds the routes of the local storage; a bucket has its own. */
export type OpenStorage = {
  storage: Storage
  mount: (app: FastifyInstance, deps: StorageRoutesDeps) => void
}

export async function createStorage(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  keys: { storage: Buffer },
): Promise<OpenStorage> {
  if (bucket === null) return openLocalStorage(new LocalStorage(storageFolder(dataDir), keys.storage), keys)
  // Loaded lazily, because the SDK is large and the embedded system does not use it.
  const { S3Storage } = await import('./s3-storage.ts')
  return { storage: new S3Storage(bucket), mount: () => {} }
}

export function openLocalStorage(storage: LocalStorage, keys: { storage: Buffer }): OpenStorage {
  return {
    storage,
    mount: (app, deps) => mountStorageRoutes(app, { ...deps, storage, secret: keys.storage }),
  }
}

export function storageFolder(dataDir: string): string {
  return join(dataDir, 'storage')
}

type StorageRoutesDeps = {
  clock: Clock
  /** The upload of an object key. It accepts parts while `isOpen`. */
  findUpload: (key: string) => Promise<{ isOpen: boolean; ownerId: string } | undefined>
  checkRateLimit: CheckRateLimit
  limitConcurrency: LimitConcurrency
}

/** Adds routes that replace a bucket, with streamed PUT and GET of objects by signed link. */
function mountStorageRoutes(
  app: FastifyInstance,
  { storage, secret, ...deps }: StorageRoutesDeps & { storage: LocalStorage; secret: Buffer },
) {
  const { clock, findUpload, checkRateLimit, limitConcurrency } = deps
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // Keeps the body a stream for every content type.
    routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    const options = { ...HIDDEN_FROM_DOCS, ...STREAMS_BODY }
    routes.put<{ Params: { '*': string } }>('/storage/*', options, async (request, reply) => {
      const key = request.params['*']
      const link = verifyLink(secret, key, request.query, clock.now())
      const { size, part, parts, type } = link
      if (link.method !== 'PUT' || size === undefined || !part || !parts) {
        throw new HttpError('link_invalid')
      }
      if (request.headers['content-type'] !== type || Number(request.headers['content-length']) !== size) {
        throw new HttpError('link_invalid', {
          detail: 'The size or type does not match this link.',
        })
      }
      const upload = await findUpload(key)
      if (upload) await checkRateLimit(reply, { id: upload.ownerId })
      if (!upload?.isOpen) throw uploadClosed()
      // Fastify has no stream for an empty body.
      const body = (request.body ?? []) as Readable
      // Queued separately, so that slow parts do not delay API calls. Also bounds the disk space in use.
      const [stored] = await Promise.allSettled([
        limitConcurrency(`storage ${upload.ownerId}`, reply.raw, () =>
          storage.putPart(key, part, withExactLength(size, body)),
        ),
      ])
      // The upload was closed meanwhile. Discards the part, because clean-up may have run before it was stored.
      if (!(await findUpload(key))?.isOpen) {
        await storage.discardPart(key, part)
        throw uploadClosed()
      }
      if (stored.status === 'fulfilled') return reply.header('etag', stored.value).send()
      throw stored.reason instanceof AlreadyStored ? new HttpError('already_stored') : stored.reason
    })

    routes.get<{ Params: { '*': string } }>('/storage/*', HIDDEN_FROM_DOCS, async (request, reply) => {
      const key = request.params['*']
      const link = verifyLink(secret, key, request.query, clock.now())
      if (link.method !== 'GET') throw new HttpError('link_invalid')
      const size = await storage.size(key)
      if (size === null) throw new HttpError('artifact_not_found')
      reply.headers({
        'content-type': contentTypeOf(link.name ?? ''),
        'content-disposition': contentDisposition(link.name ?? 'download.csv'),
        'cache-control': 'private, no-store',
        'accept-ranges': 'bytes',
      })
      const range = requestedRange(request.headers, size)
      if (range === null) return reply.header('content-length', size).send(storage.read(key))
      if (range.start > range.end)
        return reply.status(416).header('content-range', `bytes */${size}`).send('')
      return reply
        .status(206)
        .headers({
          'content-range': `bytes ${range.start}-${range.end}/${size}`,
          'content-length': range.end - range.start + 1,
        })
        .send(storage.read(key, range))
    })
  })
}

/**
 * Inclusive range; a start beyond the object cannot be satisfied. Null for the whole object, also for several ranges or
 * a condition on an ETag, which objects lack.
 */
function requestedRange({ range, ...headers }: IncomingHttpHeaders, size: number) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || first + last === '' || headers['if-range'] !== undefined) return null
  if (first === '')
    return { start: Math.max(0, size - Number(last)), end: Number(last) === 0 ? -1 : size - 1 }
  const end = last === '' ? size - 1 : Math.min(size - 1, Number(last))
  // A last byte before the first is not a valid range.
  return last !== '' && Number(last) < Number(first) ? null : { start: Number(first), end }
}

function uploadClosed() {
  return new HttpError('file_state_conflict', {
    detail: 'This upload is closed: the file was registered, cancelled, or has expired.',
  })
}

/** Throws when more bytes arrive than signed, or fewer at the end. */
async function* withExactLength(size: number, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let left = size
  for await (const chunk of body) {
    left -= chunk.byteLength
    if (left < 0) break
    yield chunk
  }
  if (left !== 0)
    throw new HttpError('upload_incomplete', { detail: 'Fewer or more bytes arrived than announced.' })
}
