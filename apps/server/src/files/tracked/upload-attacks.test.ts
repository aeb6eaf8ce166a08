import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import { UPLOAD_PART_BYTES } from '@backoffice/contract/files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalStorage } from '../../adapters/storage/local-storage.ts'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import { changeFile, dryRun, put, putUpload, uploadFile } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireFiles } from '../clean-up.ts'
import { storedBytes } from './file-writes.store.ts'

/** Holds back the content of a part until the test releases it. */
class HeldStorage extends LocalStorage {
  held: Promise<void> | undefined
  onStarted: (() => void) | undefined
  onOpened: (() => Promise<void>) | undefined
  arriving = 0
  most = 0

  override putPart(key: string, part: number, content: AsyncIterable<Uint8Array>) {
    const { held, onStarted } = this
    async function* slowly() {
      for await (const chunk of content) {
        yield chunk
        onStarted?.()
        await held
      }
    }
    this.most = Math.max(this.most, ++this.arriving)
    return super.putPart(key, part, slowly()).finally(() => this.arriving--)
  }

  protected override async openNew(path: string) {
    const file = await super.openNew(path)
    await this.onOpened?.()
    return file
  }
}

const MB = 1024 ** 2
let system: TestSystem
let storage: HeldStorage
let folder: string
beforeAll(async () => {
  system = await startTestSystem({
    workers: true,
    limits: { uploadsAtOnce: 500, storedBytesPerPerson: 100 * MB },
    createStorage: (root, secret) => {
      folder = root
      storage = new HeldStorage(root, secret)
      return storage
    },
  })
})
afterAll(() => system.stop())

const SMALL = 100
const presign = (size: number, as = 'agent') =>
  system.call(
    api.files.presign,
    { body: { file_name: 'cards.csv', content_type: 'text/csv', size, category: 'SMAC_INQUIRY' } },
    as,
  )
const stored = (filekey: string) =>
  readdir(join(folder, 'uploads', filekey)).catch((error: NodeJS.ErrnoException) => error.code)
const GONE = 'ENOENT'
const CLOSED = {
  status: 409,
  code: 'file_state_conflict',
  detail: expect.stringMatching(/upload is closed/),
}

const ends = {
  cancelled: async (source_filekey: string) => {
    await changeFile(system, 'cancel', source_filekey)
  },
  expired: async () => {
    system.clock.offsetMs = 25 * 3_600_000
    await expireFiles(system.workerDeps)
    system.clock.offsetMs = 0
  },
}

test.each(['cancelled', 'expired'] as const)(
  'after the file was %s its parts are refused and removed',
  async (end) => {
    const { source_filekey, part_urls = [], headers } = await presign(UPLOAD_PART_BYTES + SMALL)
    const last = Buffer.alloc(SMALL, 'x')
    expect((await put(system, part_urls[1] ?? '', last, headers)).statusCode).toBe(200)
    expect(await stored(source_filekey)).toEqual(['source.csv.2.part'])
    await ends[end](source_filekey)
    await expect.poll(() => stored(source_filekey)).toBe(GONE)
    expect((await put(system, part_urls[1] ?? '', last, headers)).json()).toMatchObject(CLOSED)
    expect(await stored(source_filekey)).toBe(GONE)
  },
)

test('a part that arrives while its file is cancelled is rejected and removed', async () => {
  const { source_filekey, upload_url = '', headers } = await presign(SMALL)
  let release = () => {}
  storage.held = new Promise<void>((resolve) => {
    release = resolve
  })
  const started = new Promise<void>((resolve) => {
    storage.onStarted = resolve
  })
  const coming = put(system, upload_url, Buffer.alloc(SMALL, 'x'), headers)
  await started
  storage.held = undefined
  storage.onStarted = undefined
  await ends.cancelled(source_filekey)
  await expect.poll(() => stored(source_filekey)).toBe(GONE)
  release()
  expect((await coming).json()).toMatchObject(CLOSED)
  expect(await stored(source_filekey)).toBe(GONE)
})

test('a file cancelled while its parts are assembled is refused', async () => {
  const { source_filekey, etags } = await putUpload(system, 'card_number\n', 'agent')
  storage.onOpened = async () => {
    storage.onOpened = undefined
    await ends.cancelled(source_filekey)
    await expect.poll(() => stored(source_filekey)).toBe(GONE)
  }
  const refused = await system.expectProblem(api.files.register, { body: { source_filekey, etags } }, 'agent')
  expect(refused.status).toBe(409)
  expect(await stored(source_filekey)).toBe(GONE)
})

test('eight parts of a user are stored concurrently, across files', async () => {
  const { upload_url = '', headers } = await presign(SMALL)
  let release = () => {}
  storage.held = new Promise<void>((resolve) => {
    release = resolve
  })
  storage.most = 0
  const coming = Array.from({ length: 12 }, () => put(system, upload_url, Buffer.alloc(SMALL, 'x'), headers))
  await expect.poll(() => storage.arriving).toBeGreaterThanOrEqual(8)
  await presign(SMALL)
  storage.held = undefined
  release()
  expect((await Promise.all(coming)).map((reply) => reply.statusCode)).toEqual(Array(12).fill(200))
  expect(storage.most).toBe(8)
})

test('the reports of a file count as stored until they are removed', async () => {
  const count = (userId: string) => system.db.transaction().execute((tx) => storedBytes(tx, userId))
  const { source_filekey, size } = await dryRun(system, `card_number\n${'x\n'.repeat(100)}`, 'supervisor')
  const { rows } = await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [
    source_filekey,
  ])
  const kept = await count(rows[0].uploaded_by)
  const reports = await Promise.all(
    [objectKey.errors, objectKey.rejected].map((key) => storage.size(key(source_filekey))),
  )
  const [errors, rejected] = reports.map(Number)
  await system.pool.query('UPDATE files SET reports_removed_at = now() WHERE source_filekey = $1', [
    source_filekey,
  ])
  expect(errors).toBeGreaterThan(10 * size)
  expect(kept - (await count(rows[0].uploaded_by))).toBe((errors ?? 0) + (rejected ?? 0))
})

test('a repeated part takes the space of one', async () => {
  const { source_filekey, part_urls = [], headers } = await presign(UPLOAD_PART_BYTES + SMALL)
  for (const letter of 'abcdefgh') {
    const reply = await put(system, part_urls[1] ?? '', Buffer.alloc(SMALL, letter), headers)
    expect(reply.statusCode).toBe(200)
  }
  expect(await stored(source_filekey)).toEqual(['source.csv.2.part'])
})

test('the storage quota holds for concurrent uploads of a user', async () => {
  const file = await uploadFile(system, `card_number\n${' '.repeat(MB)}`, 'supervisor')
  const refused = await system.expectProblem(
    api.files.presign,
    { body: { file_name: 'cards.csv', content_type: 'text/csv', size: 100 * MB, category: 'SMAC_INQUIRY' } },
    'supervisor',
  )
  expect(refused).toMatchObject({ status: 429, code: 'too_much_stored' })
  expect(refused.detail).toMatch(/2 MB of your 100 MB.*this file has 100 MB.*Cancel an upload/)
  const body = {
    file_name: 'cards.csv',
    content_type: 'text/csv',
    size: 40 * MB,
    category: 'SMAC_INQUIRY',
  } as const
  const rush = await Promise.all(
    Array.from({ length: 5 }, () => system.send(api.files.presign, { body }, 'supervisor')),
  )
  expect(rush.map((reply) => reply.status).sort()).toEqual([200, 200, 429, 429, 429])
  // A cancelled upload takes space only if it was registered, until it is removed.
  const pending = rush.find((reply) => reply.status === 200)?.body as { resource: { source_filekey: string } }
  await changeFile(system, 'cancel', pending.resource.source_filekey, 'supervisor')
  expect((await system.send(api.files.presign, { body }, 'supervisor')).status).toBe(200)
  expect(
    (await system.call(api.files.get, { query: { source_filekey: file.source_filekey } }, 'supervisor')).size,
  ).toBeGreaterThan(MB)
  expect((await presign(SMALL)).source_filekey).toBeTruthy()
})

test('parts count against the call limit of the user, and object requests against that of the address', async () => {
  const limited = await startTestSystem({ callsPerMinute: 20 })
  try {
    const body = {
      file_name: 'cards.csv',
      content_type: 'text/csv',
      size: SMALL,
      category: 'SMAC_INQUIRY',
    } as const
    const { upload_url = '', headers } = await limited.call(api.files.presign, { body }, 'agent')
    const statuses: number[] = []
    for (let call = 0; call < 20; call++) {
      statuses.push((await put(limited, upload_url, Buffer.alloc(SMALL, 'x'), headers)).statusCode)
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    const url = '/storage/uploads/x/source.csv'
    const replies = await Promise.all(Array.from({ length: 250 }, () => limited.app.inject({ url })))
    expect(replies.some((reply) => reply.statusCode === 429)).toBe(true)
  } finally {
    await limited.stop()
  }
})
