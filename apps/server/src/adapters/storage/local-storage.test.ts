import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlreadyStored, LocalStorage } from './local-storage.ts'
import { signedPath, verifyLink } from './signed-link.ts'

const secret = randomBytes(32)
let root: string
let storage: LocalStorage
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backoffice-storage-'))
  storage = new LocalStorage(root, secret)
})
afterAll(() => rm(root, { recursive: true }))

async function* chunks(...parts: Uint8Array[]) {
  yield* parts
}
async function textOf(key: string) {
  const read: Uint8Array[] = []
  for await (const chunk of storage.read(key)) read.push(chunk)
  return Buffer.concat(read).toString()
}

test('reads written objects, with size and hash', async () => {
  const written = await storage.write('results/a/result.csv', chunks(Buffer.from('one,'), Buffer.from('two')))
  expect(written).toEqual({ bytes: 7, sha256: createHash('sha256').update('one,two').digest('hex') })
  expect(await textOf('results/a/result.csv')).toBe('one,two')
  expect(await storage.size('results/a/result.csv')).toBe(7)
})

test('an interrupted write keeps the previous object and leaves no temporary file', async () => {
  await storage.write('results/b/result.csv', chunks(Buffer.from('before')))
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('lost')
  }
  await expect(storage.write('results/b/result.csv', broken())).rejects.toThrow('lost')
  expect(await textOf('results/b/result.csv')).toBe('before')
  expect(await readdir(join(root, 'results/b'))).toEqual(['result.csv'])
})

const SIZE = 25
const CONTENT = Buffer.from(Array.from({ length: SIZE }, (_, index) => 65 + index))
const terms = { size: SIZE, contentType: 'text/csv', partBytes: 10, expiresAt: new Date(), uploadId: null }
const slice = (part: number) => CONTENT.subarray((part - 1) * 10, part * 10)
const putPart = (key: string, part: number, bytes = slice(part)) => storage.putPart(key, part, chunks(bytes))

test('parts in any order and sent twice create the object once, if ETags match', async () => {
  const key = 'uploads/p1/source.csv'
  const third = await putPart(key, 3)
  const first = await putPart(key, 1)
  expect(await putPart(key, 1)).toBe(first)
  expect(await storage.completeUpload(key, terms, [first, 'x', third])).toBe(false)
  const second = await putPart(key, 2)
  expect(await storage.completeUpload(key, terms, [second, first, third])).toBe(false)
  expect(await storage.completeUpload(key, terms, [])).toBe(false)
  expect(await storage.size(key)).toBeNull()
  expect(await storage.completeUpload(key, terms, [first, second, third])).toBe(true)
  expect(await textOf(key)).toBe(CONTENT.toString())
  expect(await storage.completeUpload(key, terms, [])).toBe(true)
  expect(await readdir(join(root, 'uploads/p1'))).toEqual(['source.csv'])
  await expect(putPart(key, 1)).rejects.toThrow(AlreadyStored)
  expect(await readdir(join(root, 'uploads/p1'))).toEqual(['source.csv'])
})

test('a part sent again replaces the earlier attempt, even concurrently', async () => {
  const key = 'uploads/p2/source.csv'
  const tries = Array.from({ length: 20 }, (_, index) => putPart(key, 1, Buffer.alloc(10, 97 + index)))
  const etags = await Promise.all(tries)
  expect(await readdir(join(root, 'uploads/p2'))).toEqual(['source.csv.1.part'])
  const rest = [await putPart(key, 2), await putPart(key, 3)]
  const isMade = []
  for (const etag of etags) isMade.push(await storage.completeUpload(key, terms, [etag, ...rest]))
  // One attempt counts; once the object exists, every call returns true.
  const last = isMade.indexOf(true)
  expect(await textOf(key)).toBe(`${String.fromCharCode(97 + last).repeat(10)}${CONTENT.subarray(10)}`)
})

test('a part with the wrong size creates no object', async () => {
  const key = 'uploads/p3/source.csv'
  const etags = [await putPart(key, 1, Buffer.alloc(9)), await putPart(key, 2), await putPart(key, 3)]
  expect(await storage.completeUpload(key, terms, etags)).toBe(false)
})

test('completion is false when the folder is removed meanwhile', async () => {
  let isRemoving = false
  class RemovedFolder extends LocalStorage {
    protected override async openNew(path: string) {
      const file = await super.openNew(path)
      if (isRemoving) await this.remove('uploads/p6/')
      return file
    }
  }
  const removed = new RemovedFolder(root, secret)
  const key = 'uploads/p6/source.csv'
  const etags = []
  for (const part of [1, 2, 3]) etags.push(await removed.putPart(key, part, chunks(slice(part))))
  isRemoving = true
  expect(await removed.completeUpload(key, terms, etags)).toBe(false)
})

test('removes old temporary files of killed processes, but not active ones or parts of pending uploads', async () => {
  const key = 'uploads/p4/source.csv'
  await storage.write('uploads/p5/source.csv', chunks(CONTENT))
  let isStarted = () => {}
  const started = new Promise<void>((resolve) => {
    isStarted = resolve
  })
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  async function* slowly() {
    yield slice(2)
    isStarted()
    await finished
  }
  await putPart(key, 1)
  const underWay = storage.putPart(key, 2, slowly())
  await started
  const uuid = '00000000-0000-4000-8000-000000000000'
  const old = [
    `uploads/p4/source.csv.${uuid}.part`,
    // The process died between creating the object and removing its parts.
    'uploads/p5/source.csv.1.part',
    `reports/p4/errors.csv.${uuid}.part`,
    `chunks/p4/1.${uuid}.part`,
  ]
  for (const path of ['reports/p4', 'chunks/p4']) await mkdir(join(root, path), { recursive: true })
  for (const path of old) await writeFile(join(root, path), 'half')
  const before = new Date(Date.now() - 24 * 3_600_000)
  const all = async () => (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.part'))
  const present = await all()
  await storage.removePartialWrites(before)
  expect(await all()).toEqual(present)
  for (const path of [...old, 'uploads/p4/source.csv.1.part']) {
    await utimes(join(root, path), new Date(0), new Date(0))
  }
  await storage.removePartialWrites(before)
  const left = await all()
  expect(left.filter((path) => old.includes(path))).toEqual([])
  expect(left).toContain('uploads/p4/source.csv.1.part')
  finish()
  await underWay
})

test('rejects keys that lead outside the folder', async () => {
  for (const key of [
    '../x',
    'uploads/../../x',
    '/etc/passwd',
    'uploads/..',
    'uploads//x',
    'uploads/a b',
    '',
    'uploads/x\0',
  ]) {
    await expect(storage.size(key)).rejects.toThrow('Not a storage key')
  }
})

test('accepts an unchanged link and rejects any modification', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  const expires = now.getTime() / 1000 + 60
  const link = fc.record({
    method: fc.constantFrom('GET' as const, 'PUT' as const),
    expires: fc.constant(expires),
    size: fc.option(fc.nat(), { nil: undefined }),
    type: fc.option(fc.string({ maxLength: 20 }), { nil: undefined }),
    part: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
    name: fc.option(fc.string({ maxLength: 40 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(link, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (made, at, noise) => {
      const path = signedPath(secret, 'uploads/x', made as Parameters<typeof signedPath>[2])
      const query = new URLSearchParams(path.slice(path.indexOf('?')))
      const open = (key: string, fields: URLSearchParams) =>
        verifyLink(secret, key, Object.fromEntries(fields), now)
      expect(open('uploads/x', query)).toMatchObject(JSON.parse(JSON.stringify(made)))
      expect(() => open('uploads/y', query)).toThrow('not valid')
      const names = [...query.keys()]
      const name = names[at % names.length] ?? 'method'
      const changed = new URLSearchParams(query)
      // White space around a number does not change its value.
      changed.set(name, `${query.get(name)}${noise.trim() || '7'}`)
      if (
        name === 'signature' &&
        Buffer.from(changed.get(name) ?? '', 'base64url').equals(
          Buffer.from(query.get(name) ?? '', 'base64url'),
        )
      )
        return
      expect(() => open('uploads/x', changed)).toThrow('not valid')
      expect(() =>
        verifyLink(secret, 'uploads/x', Object.fromEntries(query), new Date((expires + 1) * 1000)),
      ).toThrow('expired')
      expect(() => verifyLink(randomBytes(32), 'uploads/x', Object.fromEntries(query), now)).toThrow(
        'not valid',
      )
    }),
    { numRuns: propertyRuns(300) },
  )
})
