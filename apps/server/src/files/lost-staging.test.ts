import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { objectKey } from '../adapters/storage/object-keys.ts'
import { stagingTable } from '../db/staging-table.ts'
import { candidates, cardFile } from '../testing/candidates.ts'
import { changeFile, downloadText, dryRun, runInquiry, waitFor } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { dropStagingTable, isStaged } from './tracked/staging-tables.store.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const content = cardFile(candidates('7001', 3))
const otherRows = cardFile(candidates('7001', 3, 3))

/** Ends a confirmed file after its staged rows are lost, as after a restore of the ledger to an earlier moment. */
async function lostFile() {
  const { source_filekey: filekey } = await dryRun(system, content)
  const { rows } = await system.pool.query<{ staged_run: string }>(
    'SELECT staged_run FROM files WHERE source_filekey = $1',
    [filekey],
  )
  const table = stagingTable(filekey, rows[0]?.staged_run ?? null)
  expect(await isStaged(system.ledger.db, table)).toBe(true)
  await dropStagingTable(system.ledger.pool, table)
  return runInquiry(system, filekey, 'agent', { duplicate_reason: 'Again' })
}

async function retry(filekey: string) {
  await changeFile(system, 'retry', filekey)
  return waitFor(system, filekey, 'agent', ({ state }) => !['QUEUED', 'PROCESSING'].includes(state))
}

test('a file without its staged rows says so, and a retry yields the same bytes', async () => {
  const { source_filekey: usual } = await dryRun(system, content)
  await runInquiry(system, usual)
  const lost = await lostFile()
  expect(lost).toMatchObject({
    state: 'FAILED',
    failure: {
      code: 'staging_lost',
      detail: expect.stringContaining('Retry reads the rows from the upload'),
    },
    may: { retry: true },
  })
  const { state } = await retry(lost.source_filekey)
  expect(state).toBe('COMPLETED')
  expect(await downloadText(system, lost.source_filekey, 'result')).toBe(
    await downloadText(system, usual, 'result'),
  )
})

test('an upload that yields other rows than those confirmed fails the file and says so', async () => {
  const { source_filekey: filekey } = await lostFile()
  await system.storage.write(
    objectKey.source(filekey),
    (async function* () {
      yield Buffer.from(otherRows)
    })(),
  )
  const file = await retry(filekey)
  expect(file).toMatchObject({
    state: 'FAILED',
    failure: { code: 'upload_differs', detail: expect.stringContaining('Run the file again') },
  })
  expect(await system.call(api.files.get, { query: { source_filekey: filekey } }, 'agent')).toMatchObject({
    counts: { processed: 0 },
  })
})
