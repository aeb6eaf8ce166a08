import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalStorage } from '../adapters/storage/local-storage.ts'
import { uploadFile } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { answerChunk } from './run-inquiry.ts'
import { validateFile } from './validate-file.ts'

/** Lets a test act in the middle of reading an upload, or before an object is opened for writing. */
class InterruptedStorage extends LocalStorage {
  afterFirstBlocks: (() => Promise<void>) | undefined
  beforeWrite: ((content: AsyncIterable<Uint8Array>) => Promise<unknown>) | undefined

  override async *read(key: string) {
    let blocks = 0
    for await (const block of super.read(key)) {
      // Reads a file of one block in two halves.
      const half = Math.ceil(block.byteLength / 2)
      yield block.subarray(0, half)
      if (++blocks === 1) await this.afterFirstBlocks?.()
      yield block.subarray(half)
    }
  }

  override async write(...args: Parameters<LocalStorage['write']>) {
    await this.beforeWrite?.(args[1])
    return super.write(...args)
  }
}

let system: TestSystem
let storage: InterruptedStorage
// An error outside any job would end the worker, so it fails the test.
beforeAll(async () => {
  system = await startTestSystem({
    createStorage: (folder, secret) => {
      storage = new InterruptedStorage(folder, secret)
      return storage
    },
  })
})
afterAll(() => system.stop())

let salt = 0
function manyRows() {
  const line = (row: number) => `9990000000000011,2026-10-01,2026-10-31,${salt}-${row}`
  salt++
  const lines = Array.from({ length: 60_000 }, (_, row) => line(row))
  return `card_number,date_from,date_to,reference_no\n${lines.join('\n')}\n`
}

/** Waits for a connection that runs the statement and ends it, like a restart of the database. */
async function terminate(statement: string) {
  const administrator = new pg.Client({ connectionString: system.ledgerUrl })
  await administrator.connect()
  const terminated = async () => {
    const { rowCount } = await administrator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE $2 AND pid <> pg_backend_pid()',
      [new URL(system.ledgerUrl).pathname.slice(1), statement],
    )
    return rowCount
  }
  await expect.poll(terminated).toBe(1)
  await administrator.end()
}

/** The client learns of it by a message, or by a write that fails. */
const LOST = /terminat|connection error|ECONNRESET/

const fileOf = (source_filekey: string) => system.call(api.files.get, { query: { source_filekey } }, 'agent')

test('a connection lost while staging rows fails the job, and a retry stages all rows', async () => {
  const { source_filekey: filekey } = await uploadFile(system, manyRows(), 'agent')
  storage.afterFirstBlocks = () => terminate('COPY staging.%')
  await expect(validateFile(system.workerDeps, { filekey, attempt: 1 })).rejects.toThrow(LOST)
  storage.afterFirstBlocks = undefined
  await validateFile(system.workerDeps, { filekey, attempt: 1 })
  expect(await fileOf(filekey)).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    counts: { total: 60_000, valid: 1, duplicate: 59_999 },
  })
})

test('an upload that cannot be read fails the job with the cause', async () => {
  const { source_filekey: filekey } = await uploadFile(system, manyRows(), 'agent')
  const lost = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  storage.afterFirstBlocks = async () => {
    throw lost
  }
  await expect(validateFile(system.workerDeps, { filekey, attempt: 1 })).rejects.toBe(lost)
  storage.afterFirstBlocks = undefined
})

test('a report that cannot be opened fails the job with the cause', async () => {
  const bad = Array.from({ length: 60_000 }, (_, row) => `${row}`).join('\n')
  const { source_filekey: filekey } = await uploadFile(system, `card_number\n${bad}\n`, 'agent')
  const lost = Object.assign(new Error('EIO: i/o error, open'), { code: 'EIO' })
  storage.beforeWrite = async () => {
    throw lost
  }
  await expect(validateFile(system.workerDeps, { filekey, attempt: 1 })).rejects.toBe(lost)
  storage.beforeWrite = undefined
})

test('a file rejected before its report is open is rejected', async () => {
  const rows = `1,${'x'.repeat(500)}\n`.repeat(140)
  const { source_filekey: filekey } = await uploadFile(system, `card_number,x\n${rows}\0\n`, 'agent')
  storage.beforeWrite = (content) => once(content as Readable, 'close')
  await validateFile(system.workerDeps, { filekey, attempt: 1 })
  storage.beforeWrite = undefined
  expect(await fileOf(filekey)).toMatchObject({ state: 'REJECTED', failure: { code: 'F004' } })
})

test('a connection lost while writing a result fails the job, and a retry writes all rows', async () => {
  const { source_filekey: filekey } = await uploadFile(system, manyRows(), 'agent')
  await validateFile(system.workerDeps, { filekey, attempt: 1 })
  await system.call(
    api.inquiries.run,
    { body: { mode: 'FILE', source_filekey: filekey, purpose: 'OTHER', ticket_no: 'OPS-1' } },
    'agent',
  )
  const holder = new pg.Client({ connectionString: system.ledgerUrl })
  await holder.connect()
  // The COPY waits for the lock until its connection is ended.
  await holder.query(`BEGIN; LOCK cards`)
  const [outcome] = await Promise.allSettled([
    answerChunk(system.workerDeps, { filekey, attempt: 1, chunkNo: 1 }),
    terminate('COPY (%'),
  ])
  await holder.end()
  expect(outcome).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(LOST) },
  })
  await answerChunk(system.workerDeps, { filekey, attempt: 1, chunkNo: 1 })
  const { processed } = (await fileOf(filekey)).counts
  expect(processed).toBeGreaterThan(0)
})
