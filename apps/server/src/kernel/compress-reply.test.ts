import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dryRun } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

const FILES = 25
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true, limits: { uploadsAtOnce: FILES + 1 } })
  for (let file = 0; file < FILES; file += 1)
    await system.call(api.files.presign, { body: upload(file) }, 'agent')
})
afterAll(() => system.stop())

const upload = (file: number) =>
  ({ file_name: `cards ${file}.csv`, content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' }) as const

const headersOf = async (accepted?: string) => ({
  authorization: `Bearer ${await system.tokenOf('agent')}`,
  ...(accepted !== undefined && { 'accept-encoding': accepted }),
})

async function list(accepted?: string, method: 'GET' | 'HEAD' = 'GET') {
  const request = requestOf(api.files.list, { query: { page_size: FILES } }, await headersOf(accepted))
  return system.app.inject({ ...request, method })
}

/** Rows without the fields that depend on the time of the reply. */
const rowsOf = (text: string) => JSON.parse(text.replaceAll(/"(read_at|seconds_left)":[^,]*/g, '"$1":0'))

describe('a reply of 25 rows', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.8', 'gzip', gunzipSync],
  ] as const)('for %s is compressed with %s and has the same rows', async (accepted, encoding, decode) => {
    const plain = await list()
    const small = await list(accepted)
    expect([small.statusCode, small.headers['content-encoding'], small.headers.vary]).toEqual([
      200,
      encoding,
      'accept-encoding',
    ])
    expect(small.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length)
    expect(rowsOf(decode(small.rawPayload).toString())).toEqual(rowsOf(plain.body))
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  test.each([undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0.0'])(
    'for %s is not compressed',
    async (accepted) => {
      const reply = await list(accepted)
      expect([reply.headers['content-encoding'], reply.headers.vary]).toEqual([undefined, 'accept-encoding'])
      expect(rowsOf(reply.body).resource.items).toHaveLength(FILES)
    },
  )

  test('has no body for HEAD', async () => {
    const reply = await list('br', 'HEAD')
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 0])
  })
})

test('a reply below 1 KB is not compressed', async () => {
  const request = requestOf(api.preferences.get, {}, await headersOf('br, gzip'))
  const reply = await system.app.inject(request)
  expect([reply.statusCode, reply.headers['content-encoding'], reply.headers.vary]).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(reply.json()).toHaveProperty('resource')
})

test('problem documents are compressed from 1 KB too', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field_${i}`, 1]))
  const refused = async (extra: object) =>
    system.app.inject({
      ...requestOf(api.files.presign, {}, await headersOf('gzip')),
      payload: { ...upload(1), ...extra },
    })
  const small = await refused({ one: 1 })
  expect([small.headers['content-encoding'], small.json().status]).toEqual([undefined, 422])
  const large = await refused(unknown)
  expect([large.headers['content-encoding'], large.headers['content-type']]).toEqual([
    'gzip',
    'application/problem+json',
  ])
  expect(JSON.parse(gunzipSync(large.rawPayload).toString())).toMatchObject({ status: 422, code: 'invalid' })
})

describe('not compressed', () => {
  test('the event stream', async () => {
    const address = await system.app.listen({ port: 0, host: '127.0.0.1' })
    const stopped = new AbortController()
    const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
      headers: await headersOf('gzip, br'),
      signal: stopped.signal,
    })
    expect([reply.headers.get('content-type'), reply.headers.get('content-encoding')]).toEqual([
      'text/event-stream; charset=utf-8',
      null,
    ])
    stopped.abort()
  })

  test('a download', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `99900000000${10_000 + i},2026-10-01,2026-10-31\n`)
    const text = `card_number,date_from,date_to\n${rows.join('')}`
    const { source_filekey } = await dryRun(system, text)
    const body = { source_filekey, artifact: 'source' } as const
    const { download_url } = await system.call(api.files.presign, { body }, 'agent')
    const { pathname, search } = new URL(download_url ?? '')
    const reply = await system.app.inject({
      url: pathname + search,
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect([reply.statusCode, reply.headers['content-encoding'], reply.body]).toEqual([200, undefined, text])
  })
})
