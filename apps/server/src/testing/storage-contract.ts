import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ByteRange, partCount, partSize, type Storage } from '../adapters/storage/storage.ts'

/** `partial`: a test server that ignores ETags and file names of links, lists nothing, and completes one upload at a time. */
type Completeness = 'full' | 'partial'

type OpenedStorage = {
  storage: Storage
  /** The same objects, opened by another process. */
  other: Storage
  /** Sends a request to a link of the storage. */
  send: (link: string, init: RequestInit) => Promise<Response>
}

/** Minimum size in S3 of parts before the last. */
const PART = 5 * 1024 ** 2
const SIZE = 2 * PART + 1_000
const CONTENT = Buffer.alloc(SIZE, 'card_number\n9990000000000011\n')
const TYPE = 'text/csv'

async function* content(text: string) {
  yield Buffer.from(text)
}

/** Contract of every storage, through its links and its methods. */
export function testStorage(opened: () => OpenedStorage, completeness: Completeness): void {
  const isFull = completeness === 'full'
  const prefix = () => `uploads/${randomUUID()}`
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const termsOf = (size: number) => ({
    size,
    contentType: TYPE,
    partBytes: PART,
    expiresAt: inMinutes(15),
    uploadId: null,
  })
  const put = (link: string, body: Buffer, headers: Record<string, string> = { 'content-type': TYPE }) =>
    opened().send(link, { method: 'PUT', body: new Uint8Array(body), headers })
  const slice = (part: number) => CONTENT.subarray((part - 1) * PART, part * PART)

  async function start(key: string, size: number) {
    const terms = termsOf(size)
    const { urls, uploadId } = await opened().storage.signUpload(key, terms)
    return { urls, terms: { ...terms, uploadId } }
  }

  async function contentOf(key: string, range: ByteRange | null = null) {
    const read: Uint8Array[] = []
    for await (const chunk of opened().storage.read(key, range)) read.push(chunk)
    return Buffer.concat(read)
  }

  const testFull = (title: string, run: () => Promise<void>) => isFull && test(title, run)

  test('reads a written object, with size and hash, and replaces it as a whole', async () => {
    const { storage } = opened()
    const key = `results/${randomUUID()}/result.csv`
    async function* parts(...texts: string[]) {
      for (const text of texts) yield Buffer.from(text)
    }
    async function* interrupted() {
      yield CONTENT
      throw new Error('lost')
    }
    expect(await storage.size(key)).toBeNull()
    const sha256 = createHash('sha256').update('one,two').digest('hex')
    expect(await storage.write(key, parts('one,', 'two'))).toEqual({ bytes: 7, sha256 })
    expect(await storage.size(key)).toBe(7)
    await expect(storage.write(key, interrupted())).rejects.toThrow('lost')
    expect((await contentOf(key)).toString()).toBe('one,two')
    await storage.write(key, parts())
    expect(await storage.size(key)).toBe(0)
  })

  test('reads a part of an object', async () => {
    const key = `results/${randomUUID()}/result.csv`
    await opened().storage.write(key, content(CONTENT.toString()))
    const last = SIZE - 1
    for (const [start, end] of [
      [0, 1],
      [3, 5],
      [PART - 2, PART + 2],
      [last, last],
    ] as const) {
      const read = await contentOf(key, { start, end })
      expect(read.equals(CONTENT.subarray(start, end + 1))).toBe(true)
    }
  })

  test('reading a missing object fails', async () => {
    await expect(contentOf(`results/${randomUUID()}/result.csv`)).rejects.toThrow()
  })

  test('writes and reads several megabytes unchanged', async () => {
    const { storage } = opened()
    const key = `results/${randomUUID()}/result.csv`
    async function* pieces() {
      for (let at = 0; at < SIZE; at += 70_001) yield CONTENT.subarray(at, at + 70_001)
    }
    const { bytes } = await storage.write(key, pieces())
    expect(bytes).toBe(SIZE)
    expect((await contentOf(key)).equals(CONTENT)).toBe(true)
  })

  test('writes blocks that share their memory', async () => {
    const key = `results/${randomUUID()}/result.csv`
    const blocks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000, index))
    async function* reused() {
      let [memory, next] = [Buffer.alloc(10_000), Buffer.alloc(10_000)]
      for (const block of blocks) {
        memory.set(block)
        yield memory
        ;[memory, next] = [next, memory]
      }
    }
    const { sha256 } = await opened().storage.write(key, reused())
    const read = await contentOf(key)
    expect(read.equals(Buffer.concat(blocks))).toBe(true)
    expect(createHash('sha256').update(read).digest('hex')).toBe(sha256)
  })

  test('parts sent in any order and twice form an object with the right ETags', async () => {
    const { storage } = opened()
    const key = `${prefix()}/source.csv`
    const { urls, terms } = await start(key, SIZE)
    expect(urls).toHaveLength(partCount(terms))
    const etags: string[] = []
    for (const part of [3, 1, 2, 1]) {
      const bytes = slice(part)
      expect(bytes).toHaveLength(partSize(terms, part))
      const reply = await put(urls[part - 1] ?? '', bytes)
      expect(reply.status).toBe(200)
      etags[part - 1] = reply.headers.get('etag') ?? ''
    }
    const [first = '', second = '', third = ''] = etags
    expect(await storage.completeUpload(key, terms, [first, second])).toBe(false)
    if (isFull) expect(await storage.completeUpload(key, terms, [first, third, second])).toBe(false)
    expect(await storage.size(key)).toBeNull()
    expect(await storage.completeUpload(key, terms, etags)).toBe(true)
    expect((await contentOf(key)).equals(CONTENT)).toBe(true)
    expect(await storage.completeUpload(key, terms, etags)).toBe(true)
  })

  test('no link changes an object after its upload is completed', async () => {
    const { storage } = opened()
    const key = `${prefix()}/source.csv`
    const before = Buffer.from('before')
    const { urls, terms } = await start(key, before.length)
    const { headers } = await put(urls[0] ?? '', before)
    expect(await storage.completeUpload(key, terms, [headers.get('etag') ?? ''])).toBe(true)
    await put(urls[0] ?? '', Buffer.from('behind'))
    // Some servers detect a replaced part on the next read; none may return it.
    expect(await contentOf(key).then(String, () => 'unreadable')).not.toBe('behind')
  })

  test('new links continue the same upload', async () => {
    const { storage } = opened()
    const key = `${prefix()}/source.csv`
    const { urls, terms } = await start(key, SIZE)
    const etags = [(await put(urls[0] ?? '', slice(1))).headers.get('etag') ?? '']
    const renewed = await storage.signUpload(key, terms)
    expect(renewed.uploadId).toBe(terms.uploadId)
    for (const part of [2, 3])
      etags.push((await put(renewed.urls[part - 1] ?? '', slice(part))).headers.get('etag') ?? '')
    expect(await storage.completeUpload(key, terms, etags)).toBe(true)
  })

  testFull('two processes that complete an upload concurrently both succeed', async () => {
    const { storage, other } = opened()
    const key = `${prefix()}/source.csv`
    const { urls, terms } = await start(key, SIZE)
    const sent = await Promise.all(urls.map((url, index) => put(url, slice(index + 1))))
    const etags = sent.map((reply) => reply.headers.get('etag') ?? '')
    const completed = [storage, other, storage, other].map((each) => each.completeUpload(key, terms, etags))
    expect(await Promise.all(completed)).toEqual([true, true, true, true])
    expect((await contentOf(key)).equals(CONTENT)).toBe(true)
  })

  test('a link rejects another size, type, signature or part, and any upload after its expiry', async () => {
    const { storage } = opened()
    const key = `${prefix()}/source.csv`
    const content = Buffer.from('1234567')
    const { urls, terms } = await start(key, content.length)
    const [url = ''] = urls
    const wrong = [
      put(url, Buffer.from('12345678')),
      put(url, Buffer.from('123456')),
      put(url, content, { 'content-type': 'text/html' }),
      put(
        url.replace(/(ignature=)(.)/, (_, name, first) => name + (first === '0' ? '1' : '0')),
        content,
      ),
      put(url.replace('source.csv', 'other.csv'), content),
      put(url.replace(/part(Number)?=1/, 'part$1=2'), content),
      opened().send(url, { method: 'GET' }),
    ]
    for (const [at, reply] of (await Promise.all(wrong)).entries())
      expect([at, reply.status]).toEqual([at, 403])
    const expired = { ...terms, expiresAt: inMinutes(-1) }
    const { urls: old } = await storage.signUpload(key, expired)
    await expect.poll(async () => (await put(old[0] ?? '', content)).status, { timeout: 5_000 }).toBe(403)
    expect(await storage.size(key)).toBeNull()
  })

  testFull('a single-part upload needs no ETag, but needs its part', async () => {
    const { storage } = opened()
    const key = `${prefix()}/source.csv`
    const content = Buffer.from('one part')
    const { urls, terms } = await start(key, content.length)
    expect(await storage.completeUpload(key, terms, [])).toBe(false)
    await put(urls[0] ?? '', content)
    expect(await storage.completeUpload(key, terms, [])).toBe(true)
    expect((await contentOf(key)).toString()).toBe('one part')
  })

  test('a download works under its own name only, until it expires', async () => {
    const { storage, send } = opened()
    const key = `results/${randomUUID()}/result.csv`
    await storage.write(key, content('result'))
    const sign = (fileName: string, minutes: number) =>
      storage.signDownload(key, { fileName, expiresAt: inMinutes(minutes) })
    const link = await sign('Señor "5".csv', 15)
    if (isFull) {
      const reply = await send(link, {})
      expect(reply.status).toBe(200)
      expect(await reply.text()).toBe('result')
      expect(reply.headers.get('content-disposition')).toBe(
        `attachment; filename="Se_or _5_.csv"; filename*=UTF-8''Se%C3%B1or%20%225%22.csv`,
      )
      expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const workbook = key.replace('.csv', '.xlsx')
      await storage.write(workbook, content('result'))
      const name = { fileName: 'result.xlsx', expiresAt: inMinutes(15) }
      const saved = await send(await storage.signDownload(workbook, name), {})
      expect(saved.headers.get('content-type')).toMatch(/spreadsheetml.sheet$/)
    }
    expect((await send(link.replace('result.csv', 'errors.csv'), {})).status).toBe(403)
    expect((await put(link, Buffer.from('changed'))).status).toBe(403)
    const old = await sign('result.csv', -1)
    await expect.poll(async () => (await send(old, {})).status, { timeout: 5_000 }).toBe(403)
  })

  testFull('a download can be resumed from any byte', async () => {
    const { storage, send } = opened()
    const key = `results/${randomUUID()}/result.csv`
    await storage.write(key, content('0123456789'))
    const link = await storage.signDownload(key, { fileName: 'result.csv', expiresAt: inMinutes(15) })
    for (const [range, status, contentRange, text] of [
      ['bytes=3-5', 206, 'bytes 3-5/10', '345'],
      ['bytes=7-', 206, 'bytes 7-9/10', '789'],
      ['bytes=-2', 206, 'bytes 8-9/10', '89'],
      ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
      ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
      ['bytes=5-3', 200, null, '0123456789'],
      ['lines=1-2', 200, null, '0123456789'],
    ] as const) {
      const reply = await send(link, { headers: { range } })
      const found = [range, reply.status, reply.headers.get('content-range'), await reply.text()]
      expect(found).toEqual([range, status, contentRange, text])
    }
    expect((await send(link, { headers: { range: 'bytes=10-' } })).status).toBe(416)
  })

  testFull('removes an object, or everything below a prefix and nothing else', async () => {
    const { storage } = opened()
    const [a, b] = [`chunks/${randomUUID()}`, `chunks/${randomUUID()}`]
    for (const key of [`${a}/1`, `${a}/2`, `${a}/10`, `${a}0/1`, `${b}/1`])
      await storage.write(key, content('x'))
    await storage.remove(`${a}/2`)
    expect(await storage.size(`${a}/2`)).toBeNull()
    expect(await storage.size(`${a}/1`)).toBe(1)
    await storage.remove(`${a}/`)
    await storage.remove(`${a}/`)
    await storage.remove(`${a}/1`)
    const sizes = [`${a}/1`, `${a}/10`, `${a}0/1`, `${b}/1`].map((key) => storage.size(key))
    expect(await Promise.all(sizes)).toEqual([null, null, 1, 1])
  })

  testFull('an aborted upload stores nothing and cannot be completed', async () => {
    const { storage } = opened()
    const key = `${prefix()}/source.csv`
    const { urls, terms } = await start(key, SIZE)
    const etags = [(await put(urls[0] ?? '', slice(1))).headers.get('etag') ?? '']
    for (let repeated = 0; repeated < 2; repeated++) await discard(key, terms.uploadId)
    expect(await storage.completeUpload(key, terms, [...etags, ...etags, ...etags])).toBe(false)
    expect(await storage.size(key)).toBeNull()
  })

  /** Cleans up like a cancelled file. */
  async function discard(key: string, uploadId: string | null) {
    await opened().storage.abortUpload(key, uploadId)
    await opened().storage.remove(key.replace(/[^/]*$/, ''))
  }
}
