import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  changeFile,
  downloadText,
  dryRun,
  put,
  putUpload,
  runInquiry,
  uploadFile,
  waitFor,
} from '../testing/file-actions.ts'
import { LimitedStorage } from '../testing/limited-storage.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
let storage: LimitedStorage
let folder: string
beforeAll(async () => {
  system = await startTestSystem({
    workers: true,
    createStorage: (root, secret) => {
      folder = root
      storage = new LimitedStorage(root, secret)
      return storage
    },
  })
})
afterAll(() => system.stop())
beforeEach(() => {
  storage.spaceLeft = Number.POSITIVE_INFINITY
})

let salt = 0
const content = () => `card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-${10 + salt++}\n`
const FULL = { status: 507, title: 'Insufficient Storage', code: 'storage_full' }

/** Paths of the file's objects below a folder of the storage. */
async function stored(kind: string, filekey: string) {
  const all = await readdir(join(folder, kind), { recursive: true }).catch(() => [])
  return all.filter((path) => path.startsWith(`${filekey}/`)).sort()
}

const signed = (size: number) =>
  system.call(
    api.files.presign,
    { body: { file_name: 'cards.csv', content_type: 'text/csv', size, category: 'SMAC_INQUIRY' } },
    'agent',
  )

test.each(['ENOSPC', 'EDQUOT'] as const)(
  '%s while a part arrives: replies 507, leaves nothing, and accepts the part again',
  async (code) => {
    storage.code = code
    const bytes = Buffer.from(content())
    const { source_filekey, upload_url = '', headers } = await signed(bytes.length)
    storage.spaceLeft = 10
    const reply = await put(system, upload_url, bytes, headers)
    expect(reply.json()).toMatchObject({
      ...FULL,
      detail: expect.stringMatching(/full.*free some space.*again/),
    })
    expect(await stored('uploads', source_filekey)).toEqual([])
    storage.spaceLeft = Number.POSITIVE_INFINITY
    expect((await put(system, upload_url, bytes, headers)).statusCode).toBe(200)
    await system.call(api.files.register, { body: { source_filekey } }, 'agent')
  },
)

test('a client that is still sending receives the 507, and the connection stays open', async () => {
  await system.app.listen({ host: '127.0.0.1', port: 0 })
  const bytes = Buffer.alloc(8 * 1024 ** 2, 'x')
  const { upload_url = '', headers = {} } = await signed(bytes.length)
  storage.spaceLeft = 10
  const { pathname, search } = new URL(upload_url)
  const [{ port }] = system.app.addresses() as [AddressInfo]
  const status = await new Promise((resolve, reject) => {
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        method: 'PUT',
        path: pathname + search,
        headers: { ...headers, 'content-length': bytes.length },
      },
      (reply) => reply.resume().on('end', () => resolve(reply.statusCode)),
    )
    sending.on('error', reject)
    sending.end(bytes)
  })
  expect(status).toBe(507)
})

test('a disk full while assembling: replies 507, keeps the parts, and a repeated registration succeeds', async () => {
  const big = Buffer.from(`card_number\n${' '.repeat(9 * 1024 * 1024)}\n`)
  const { source_filekey, etags } = await putUpload(system, big, 'agent')
  const before = await stored('uploads', source_filekey)
  storage.spaceLeft = 10
  const refused = await system.expectProblem(api.files.register, { body: { source_filekey, etags } }, 'agent')
  expect(refused).toMatchObject(FULL)
  expect(await stored('uploads', source_filekey)).toEqual(before)
  storage.spaceLeft = Number.POSITIVE_INFINITY
  await system.call(api.files.register, { body: { source_filekey, etags } }, 'agent')
  await waitFor(system, source_filekey, 'agent', (file) => file.state === 'AWAITING_CONFIRMATION')
})

const isFailed = {
  state: 'FAILED',
  failure: { code: 'storage_full', detail: expect.stringMatching(/full.*free some space.*Retry/) },
  may: { retry: true },
}

test('a dry run on a full disk fails without retries or reports, and a manual retry completes', async () => {
  const bytes = Buffer.from(`${content()}${'123,,\n'.repeat(100)}`)
  const { source_filekey, etags } = await putUpload(system, bytes, 'agent')
  // Enough for the first report, but not the second.
  storage.spaceLeft = 8_000
  await system.call(api.files.register, { body: { source_filekey, etags } }, 'agent')
  const failed = await waitFor(system, source_filekey, 'agent', (file) => file.state === 'FAILED')
  expect(failed).toMatchObject(isFailed)
  expect(await stored('reports', source_filekey)).toEqual([])
  storage.spaceLeft = Number.POSITIVE_INFINITY
  await changeFile(system, 'retry', source_filekey)
  await waitFor(system, source_filekey, 'agent', (file) => file.state === 'AWAITING_CONFIRMATION')
  expect(await stored('reports', source_filekey)).toEqual([
    `${source_filekey}/errors.csv`,
    `${source_filekey}/rejected.csv`,
  ])
})

test.each([
  ['a chunk', 10],
  ['the result', 150],
])('a disk full for %s fails the file immediately, and a retry completes it', async (_what, space) => {
  const { source_filekey } = await dryRun(system, content())
  storage.spaceLeft = space
  const failed = await runInquiry(system, source_filekey)
  expect(failed).toMatchObject(isFailed)
  expect((await stored('results', source_filekey)).filter((path) => path.endsWith('.part'))).toEqual([])
  expect((await stored('chunks', source_filekey)).filter((path) => path.endsWith('.part'))).toEqual([])
  storage.spaceLeft = Number.POSITIVE_INFINITY
  await changeFile(system, 'retry', source_filekey)
  await waitFor(system, source_filekey, 'agent', (file) => file.state === 'COMPLETED')
  expect((await downloadText(system, source_filekey, 'result')).split('\n')).toHaveLength(3)
})

/** Makes PostgreSQL refuse writes with disk_full until `undo`. */
async function fillDatabase(refuse: string, undo: string, url = system.url) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`CREATE OR REPLACE FUNCTION refuse_event() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`)
  await owner.query(refuse)
  return async () => {
    await owner.query(undo)
    await owner.end()
  }
}

test('a database without space for staging fails the file without retries, and a manual retry completes', async () => {
  const free = await fillDatabase(
    `CREATE EVENT TRIGGER full_disk ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION refuse_event()`,
    'DROP EVENT TRIGGER full_disk',
    system.ledgerUrl,
  )
  const file = await uploadFile(system, content(), 'agent')
  const { source_filekey } = file
  expect(await waitFor(system, source_filekey, 'agent', (each) => each.state === 'FAILED')).toMatchObject(
    isFailed,
  )
  await free()
  await changeFile(system, 'retry', source_filekey)
  await waitFor(system, source_filekey, 'agent', (each) => each.state === 'AWAITING_CONFIRMATION')
})

test('no download is signed without space for its audit row; the reply is 507', async () => {
  const { source_filekey } = await dryRun(system, content())
  const free = await fillDatabase(
    'CREATE TRIGGER full_disk BEFORE INSERT ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_row()',
    'DROP TRIGGER full_disk ON audit_events',
  )
  const refused = await system.expectProblem(
    api.files.presign,
    { body: { source_filekey, artifact: 'source' } },
    'agent',
  )
  await free()
  expect(refused).toMatchObject(FULL)
})
