import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { resolveError, sendProblem, toHttpError } from '../../kernel/error-handler.ts'
import { testStorage } from '../../testing/storage-contract.ts'
import { openLocalStorage } from './create-storage.ts'
import { LocalStorage } from './local-storage.ts'
import { S3Storage } from './s3-storage.ts'
import { StorageUnavailable } from './storage.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-storage-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a folder', () => {
  const secret = randomBytes(32)
  let app: FastifyInstance
  let address: string
  beforeAll(async () => {
    app = Fastify()
    app.setErrorHandler((error, request, reply) => sendProblem(request, reply, resolveError(error, request)))
    openLocalStorage(new LocalStorage(folder, secret), { storage: secret }).mount(app, {
      clock: systemClock,
      findUpload: async () => ({ isOpen: true, ownerId: 'owner' }),
      checkRateLimit: async () => {},
      limitConcurrency: (_caller, _response, work) => work(false),
    })
    address = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  testStorage(
    () => ({
      storage: new LocalStorage(folder, secret),
      other: new LocalStorage(folder, secret),
      send: (link, init) => fetch(new URL(link, address), init),
    }),
    'full',
  )
})

describe('a bucket', () => {
  const before = { ...process.env }
  let server: S3rver
  let bucket: ConstructorParameters<typeof S3Storage>[0]
  beforeAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' })
    const directory = join(folder, 's3')
    server = new S3rver({
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'files', configs: [] }],
    })
    const { port }: AddressInfo = await server.run()
    const endpoint = `http://127.0.0.1:${port}`
    bucket = { name: 'files', region: 'us-east-1', endpoint, browserEndpoint: endpoint }
  })
  afterAll(async () => {
    process.env = before
    await server.close()
  })

  // `npm run drill:s3` tests the rest against a full S3 server.
  testStorage(
    () => ({ storage: new S3Storage(bucket), other: new S3Storage(bucket), send: fetch }),
    'partial',
  )
})

test('reports an unreachable bucket as unavailable, a 503 for calls', async () => {
  const before = { ...process.env }
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
    AWS_MAX_ATTEMPTS: '1',
  })
  // Nothing listens there.
  const endpoint = 'http://127.0.0.1:1'
  const away = new S3Storage({ name: 'files', region: 'us-east-1', endpoint, browserEndpoint: endpoint })
  async function* content() {
    yield Buffer.from('x')
  }
  const calls = [
    () => away.size('results/a/result.csv'),
    () => away.write('results/a/result.csv', content()),
    () => away.remove('results/a/'),
    () => away.read('results/a/result.csv').next(),
  ]
  for (const call of calls) {
    const error = await call().catch((each: unknown) => each)
    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(toHttpError(error)).toMatchObject({ status: 503, code: 'unavailable' })
  }
  process.env = before
})

test.each([
  ['refuses the process', 403, 'AccessDenied'],
  ['is missing', 404, 'NoSuchBucket'],
])('reports a bucket that %s as unavailable', async (_what, status, code) => {
  const before = { ...process.env }
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' })
  const server = createServer((_request, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>x</Message></Error>`),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage = new S3Storage({ name: 'files', region: 'us-east-1', endpoint, browserEndpoint: endpoint })
  for (const call of [() => storage.remove('results/a/'), () => storage.read('results/a/result.csv').next()])
    await expect(call()).rejects.toBeInstanceOf(StorageUnavailable)
  server.close()
  process.env = before
})

test('control calls to a silent bucket end; a slow body does not', async () => {
  const before = { ...process.env }
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' })
  const bodies: ServerResponse[] = []
  const server = createServer(({ url = '' }, response) => {
    if (!url.includes('x-id=GetObject')) return
    response.writeHead(200, { 'content-length': 2 }).write('a')
    bodies.push(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket = { name: 'files', region: 'us-east-1', endpoint, browserEndpoint: endpoint }
  const storage = new S3Storage(bucket, { controlTimeoutMs: 100 })
  const key = 'results/a/result.csv'
  async function* content() {
    // More than one part, so that the writer starts an upload.
    yield Buffer.alloc(6 * 1024 ** 2)
  }

  const body = storage.read(key)
  const begun = await body.next()
  const terms = { size: 1, partBytes: 8, contentType: 'text/csv', expiresAt: new Date(Date.now() + 60_000) }
  const calls: Record<string, () => Promise<unknown>> = {
    check: () => storage.check(),
    size: () => storage.size(key),
    start: () => storage.signUpload(key, { ...terms, uploadId: null }),
    abort: () => storage.abortUpload(key, 'id'),
    remove: () => storage.remove(key),
    list: () => storage.remove('results/a/'),
    listUploads: () => storage.removePartialWrites(new Date()),
    write: () => storage.write(key, content()),
  }
  for (const [name, call] of Object.entries(calls)) {
    const error = await call().catch((each: unknown) => each)
    expect([name, error]).toEqual([name, expect.any(StorageUnavailable)])
    expect((error as Error).cause).toMatchObject({
      message: 'The bucket did not respond within 0.1 seconds.',
    })
  }
  bodies[0]?.end('b')
  const ended = await body.next()
  expect([begun, ended].map(({ value }) => String(value))).toEqual(['a', 'b'])
  server.closeAllConnections()
  server.close()
  process.env = before
})
