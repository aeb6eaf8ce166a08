import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderStorage } from './folder.ts'
import { linkPath, openLink } from './link.ts'

const secret = randomBytes(32)
let root: string
let storage: FolderStorage
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backoffice-storage-'))
  storage = new FolderStorage(root, secret)
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

test('what was written is read, with its size and hash', async () => {
  const written = await storage.write('results/a/result.csv', chunks(Buffer.from('one,'), Buffer.from('two')))
  expect(written).toEqual({ bytes: 7, sha256: createHash('sha256').update('one,two').digest('hex') })
  expect(await textOf('results/a/result.csv')).toBe('one,two')
  expect(await storage.size('results/a/result.csv')).toBe(7)
})

test('a writing that breaks off leaves what was there before, and nothing beside it', async () => {
  await storage.write('results/b/result.csv', chunks(Buffer.from('before')))
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('lost')
  }
  await expect(storage.write('results/b/result.csv', broken())).rejects.toThrow('lost')
  expect(await textOf('results/b/result.csv')).toBe('before')
  expect(await readdir(join(root, 'results/b'))).toEqual(['result.csv'])
})

test('parts in any order and tried twice make the object once, and only with the right tags', async () => {
  const size = 25
  const content = Buffer.from(Array.from({ length: size }, (_, at) => 65 + at))
  const terms = { size, contentType: 'text/csv', partBytes: 10, expiresAt: new Date() }
  const putPart = (part: number) =>
    storage.putPart(
      'uploads/p1/source.csv',
      { part, parts: 3 },
      chunks(content.subarray((part - 1) * 10, part * 10)),
    )
  const third = await putPart(3)
  const first = await putPart(1)
  expect(await putPart(1)).toBe(first)
  expect(await storage.completeUpload('uploads/p1/source.csv', terms, [first, 'x', third])).toBe(false)
  const second = await putPart(2)
  expect(await storage.completeUpload('uploads/p1/source.csv', terms, [second, first, third])).toBe(false)
  expect(await storage.size('uploads/p1/source.csv')).toBeNull()
  expect(await storage.completeUpload('uploads/p1/source.csv', terms, [first, second, third])).toBe(true)
  expect(await textOf('uploads/p1/source.csv')).toBe(content.toString())
  expect(await storage.completeUpload('uploads/p1/source.csv', terms, [])).toBe(true)
  expect(await readdir(join(root, 'uploads/p1'))).toEqual(['source.csv'])
})

test('keys that would leave the folder are not keys', async () => {
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

test('a link opens as it was made, and never when anything in it was changed', () => {
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
      const path = linkPath(secret, 'uploads/x', made as Parameters<typeof linkPath>[2])
      const query = new URLSearchParams(path.slice(path.indexOf('?')))
      const open = (key: string, fields: URLSearchParams) =>
        openLink(secret, key, Object.fromEntries(fields), now)
      expect(open('uploads/x', query)).toMatchObject(JSON.parse(JSON.stringify(made)))
      expect(() => open('uploads/y', query)).toThrow('not valid')
      const names = [...query.keys()]
      const name = names[at % names.length] ?? 'method'
      const changed = new URLSearchParams(query)
      // A number keeps its value with white space around it, and is the same link.
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
        openLink(secret, 'uploads/x', Object.fromEntries(query), new Date((expires + 1) * 1000)),
      ).toThrow('expired')
      expect(() => openLink(randomBytes(32), 'uploads/x', Object.fromEntries(query), now)).toThrow(
        'not valid',
      )
    }),
    { numRuns: 300 },
  )
})
