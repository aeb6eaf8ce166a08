import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeFile,
  downloadText,
  downloadWorkbook,
  dryRun,
  putUpload,
  runInquiry,
  waitFor,
} from '../testing/file-actions.ts'
import { untilBlocked } from '../testing/paused-work.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { expireFiles, failAfterRetries } from './clean-up.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const HOUR_MS = 3_600_000
let salt = 1
const content = () => `card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-${10 + salt++}\n`

async function expireAfter(hours: number) {
  system.clock.offsetMs = hours * HOUR_MS
  await expireFiles(system.workerDeps)
  system.clock.offsetMs = 0
}

async function stateOf(source_filekey: string) {
  return (await system.call(api.files.get, { query: { source_filekey } }, 'agent')).state
}

test('a pending upload expires after 24 hours, not before', async () => {
  const { source_filekey } = await putUpload(system, content(), 'agent')
  await expireAfter(23.9)
  expect(await stateOf(source_filekey)).toBe('PENDING_UPLOAD')
  await expireAfter(24.1)
  expect(await stateOf(source_filekey)).toBe('EXPIRED')
  const refused = await system.expectProblem(api.files.register, { body: { source_filekey } }, 'agent')
  expect(refused.code).toBe('file_state_conflict')
})

test('an unconfirmed dry run expires after 72 hours together with its staging table', async () => {
  const { source_filekey } = await dryRun(system, content())
  await expireAfter(71.9)
  expect(await stateOf(source_filekey)).toBe('AWAITING_CONFIRMATION')
  await expireAfter(72.1)
  expect(await stateOf(source_filekey)).toBe('EXPIRED')
  await expect.poll(() => stagingTables(source_filekey)).toBe(0)
  const { rows } = await system.pool.query(
    `SELECT actor_name, changes FROM audit_events WHERE action = 'file.expire' AND resource_id = $1`,
    [source_filekey],
  )
  expect(rows).toEqual([{ actor_name: 'System', changes: { state: ['AWAITING_CONFIRMATION', 'EXPIRED'] } }])
})

test('a job without retries left fails its file, and a manual retry completes', async () => {
  const { source_filekey } = await dryRun(system, content())
  // Fails the job before a worker takes it, as after the last retry.
  await system.boss.offWork('answer-chunk', { wait: true })
  await system.call(
    api.inquiries.run,
    { body: { mode: 'FILE', source_filekey, purpose: 'OTHER', ticket_no: 'OPS-1' } },
    'agent',
  )
  await failAfterRetries(system.workerDeps, { filekey: source_filekey, attempt: 1 })
  const failed = await waitFor(system, source_filekey, 'agent', (file) => file.state === 'FAILED')
  expect(failed).toMatchObject({ failure: { code: 'work_failed' }, may: { retry: true } })
  const retried = await changeFile(system, 'retry', source_filekey)
  expect(retried).toMatchObject({ state: 'QUEUED', attempt: 2, failure: null })
  const { runJobs } = await import('../app/run-jobs.ts')
  await runJobs(system.boss, system.workerDeps, () => {})
  const done = await waitFor(system, source_filekey, 'agent', (file) => file.state === 'COMPLETED')
  expect(done.counts.processed).toBe(1)
  expect((await downloadText(system, source_filekey, 'result')).split('\n')).toHaveLength(3)
})

test('a dry run that succeeds while its job is given up keeps its reports', async () => {
  const { source_filekey } = await dryRun(system, `${content()}123,,\n`)
  const setState = `UPDATE files SET state = $2, validated_at = $3 WHERE source_filekey = $1`
  await system.pool.query(setState, [source_filekey, 'VALIDATING', null])
  const client = await system.pool.connect()
  await client.query('BEGIN')
  await client.query(setState, [source_filekey, 'AWAITING_CONFIRMATION', new Date()])
  const failing = failAfterRetries(system.workerDeps, { filekey: source_filekey, attempt: 1 })
  await untilBlocked(system)
  await client.query('COMMIT')
  client.release()
  await failing
  expect(await stateOf(source_filekey)).toBe('AWAITING_CONFIRMATION')
  expect(await downloadText(system, source_filekey, 'errors')).toContain('123')
})

test('a job whose file has changed state or is missing does nothing', async () => {
  const { source_filekey } = await dryRun(system, content())
  const done = await runInquiry(system, source_filekey)
  const { validateFile } = await import('./validate-file.ts')
  const { answerChunk, finishFile } = await import('./run-inquiry.ts')
  for (const filekey of [source_filekey, crypto.randomUUID()]) {
    await validateFile(system.workerDeps, { filekey, attempt: 1 })
    await answerChunk(system.workerDeps, { filekey, attempt: 1, chunkNo: 1 })
    await finishFile(system.workerDeps, { filekey })
    await failAfterRetries(system.workerDeps, { filekey, attempt: 1 })
  }
  expect((await system.call(api.files.get, { query: { source_filekey } }, 'agent')).version).toBe(
    done.version,
  )
})

test('a cancelled file leaves no intermediate data', async () => {
  const { source_filekey } = await dryRun(system, content())
  const cancelled = await changeFile(system, 'cancel', source_filekey)
  expect(cancelled.state).toBe('CANCELLED')
  await expect.poll(() => stagingTables(source_filekey)).toBe(0)
})

async function stagingTables(source_filekey: string): Promise<number> {
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'staging' AND tablename = $1`,
    [`f_${source_filekey.replaceAll('-', '')}`],
  )
  return rows[0].n
}

test('removes uploads and results after 90 days, error and rejected files after 30, with audit events', async () => {
  const { source_filekey } = await dryRun(system, `${content()}123,,\n`)
  await runInquiry(system, source_filekey)
  for (const artifact of ['result', 'rejected'] as const)
    await downloadWorkbook(system, source_filekey, artifact)
  const { removeOldFiles } = await import('../features/retention/remove-old-files.ts')
  const artifactsAfter = async (days: number) => {
    system.clock.offsetMs = days * 24 * HOUR_MS
    await removeOldFiles(system.workerDeps)
    system.clock.offsetMs = 0
    return (await system.call(api.files.get, { query: { source_filekey } }, 'agent')).artifacts
  }
  const copies = async () => {
    const { rows } = await system.pool.query('SELECT copy FROM file_copies WHERE source_filekey = $1', [
      source_filekey,
    ])
    return rows.map(({ copy }) => copy).sort()
  }
  expect(await artifactsAfter(29)).toEqual(['result', 'errors', 'rejected', 'source'])
  expect(await copies()).toEqual(['rejected.xlsx', 'result.xlsx'])
  expect(await artifactsAfter(31)).toEqual(['result', 'source'])
  expect(await copies()).toEqual(['result.xlsx'])
  expect(await system.storage.size(`reports/${source_filekey}/rejected.xlsx`)).toBeNull()
  expect(await artifactsAfter(91)).toEqual([])
  expect(await copies()).toEqual([])
  for (const name of ['uploads/KEY/source.csv', 'results/KEY/result.csv', 'results/KEY/result.xlsx']) {
    const key = name.replace('KEY', source_filekey)
    expect(await system.storage.size(key)).toBeNull()
  }
  const { rows } = await system.pool.query(
    `SELECT changes FROM audit_events WHERE action = 'file.remove' AND resource_id = $1 ORDER BY id`,
    [source_filekey],
  )
  expect(rows.map((row) => row.changes)).toEqual([
    { reports: ['kept', 'removed'] },
    { originals: ['kept', 'removed'] },
  ])
})
