import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failAfterRetries } from '../../files/clean-up.ts'
import { changeFile, dryRun, waitFor } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { removeOldFiles } from './remove-old-files.ts'

const DAY_MS = 86_400_000
const TODAY = new Date().toISOString().slice(0, 10)

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

async function runAfter(days: number) {
  const now = new Date(Date.now() + days * DAY_MS)
  await removeOldFiles({ ...system.workerDeps, clock: { now: () => now } })
}

test('removes the result of a single inquiry after 90 days, but keeps its criteria and outcome', async () => {
  const body = {
    mode: 'ACCOUNT',
    account_number: '2000417733',
    date_from: TODAY,
    date_to: TODAY,
    purpose: 'AUDIT',
    ticket_no: 'OPS-1',
  } as const
  const { id } = await system.call(api.inquiries.run, { body }, 'agent')
  await runAfter(89.9)
  expect(await system.call(api.inquiries.get, { params: { id } }, 'agent')).toMatchObject({ id })
  await runAfter(90.1)
  const problem = await system.expectProblem(api.inquiries.get, { params: { id } }, 'agent')
  expect(problem).toMatchObject({ status: 410, code: 'answer_removed' })
  expect(problem.detail).toMatch(/removed 90 days after the inquiry.+Run it again/)
  const asCsv = { params: { id }, body: { columns: ['amount' as const] } }
  expect((await system.expectProblem(api.inquiries.exportAnswer, asCsv, 'supervisor')).code).toBe(
    'answer_removed',
  )
  // For other users it does not exist, as before.
  expect((await system.expectProblem(api.inquiries.get, { params: { id } }, 'lookup')).status).toBe(403)
  const { items } = await system.call(api.inquiries.list, { body: { page: 1, page_size: 10 } }, 'agent')
  expect(items).toMatchObject([
    { id, subject: '2000417733', purpose: 'AUDIT', ticket_no: 'OPS-1', outcome: 'ACCOUNT_NOT_FOUND' },
  ])
})

test('removes the errors of a dry run with the error file, but keeps their number', async () => {
  const { source_filekey } = await dryRun(
    system,
    'card_number,date_from,date_to\n123,2026-10-01,2026-10-02\n',
  )
  await changeFile(system, 'cancel', source_filekey)
  await runAfter(31)
  expect(await system.call(api.files.errors, { query: { source_filekey } }, 'agent')).toEqual({
    items: [],
    total: 1,
  })
})

test('a failed file can be retried until its upload is removed', async () => {
  const { source_filekey } = await dryRun(
    system,
    'card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-02\n',
  )
  await system.boss.offWork('answer-chunk', { wait: true })
  await system.call(
    api.inquiries.run,
    { body: { mode: 'FILE', source_filekey, purpose: 'OTHER', ticket_no: 'OPS-1' } },
    'agent',
  )
  await failAfterRetries(system.workerDeps, { filekey: source_filekey, attempt: 1 })
  const failed = await waitFor(system, source_filekey, 'agent', (file) => file.state === 'FAILED')
  expect(failed.may.retry).toBe(true)
  await runAfter(91)
  const removed = await system.call(api.files.get, { query: { source_filekey } }, 'agent')
  expect([removed.may.retry, removed.artifacts]).toEqual([false, []])
  const { version } = removed
  const refused = await system.expectProblem(api.files.retry, { body: { source_filekey, version } }, 'agent')
  expect(refused).toMatchObject({
    code: 'file_state_conflict',
    detail: expect.stringContaining('upload it again'),
  })
})

test('the application deletes jobs of the queue a day after their end, not before', async () => {
  const jobs = async () =>
    (await system.pool.query(`SELECT count(*)::int AS n FROM pgboss.job WHERE data->>'filekey' LIKE 'old-%'`))
      .rows[0].n
  const add = (name: string, age: string) =>
    system.pool.query(
      `INSERT INTO pgboss.job (name, data, state, completed_on, deletion_seconds, policy)
       SELECT name, jsonb_build_object('filekey', $1::text), 'completed', now() - $2::interval, deletion_seconds, policy
       FROM pgboss.queue WHERE name = 'clean-file'`,
      [name, age],
    )
  await add('old-1', '25 hours')
  await add('old-2', '23 hours')
  expect(await jobs()).toBe(2)
  await system.pool.query('UPDATE pgboss.queue SET maintain_on = NULL')
  await system.boss.supervise('clean-file')
  expect(await jobs()).toBe(1)
})

test('removes the columns of an upload with it, and keeps what has no cells', async () => {
  const content = 'Card No.;Since;Until\n9990000000000011;31/10/2026;31/10/2026\n'
  const file = await dryRun(system, content)
  const columns = ['card_number', 'date_from', 'date_to'].map((field, column) => ({ field, column }))
  const { source_filekey, version } = file
  await system.call(
    api.columns.match,
    { body: { source_filekey, version, sheet: null, header_row: 1, columns } },
    'agent',
  )
  await waitFor(system, source_filekey, 'agent', ({ state }) => state === 'AWAITING_CONFIRMATION')
  await changeFile(system, 'cancel', source_filekey)
  await runAfter(91)
  const { rows } = await system.pool.query(
    `SELECT (SELECT count(*)::int FROM upload_columns WHERE source_filekey = $1) AS columns,
      (SELECT count(*)::int FROM column_matchings) AS memories, matching->'fields' AS fields
     FROM files WHERE source_filekey = $1`,
    [source_filekey],
  )
  expect(rows).toEqual([{ columns: 0, memories: 1, fields: columns }])
  const problem = await system.expectProblem(api.columns.get, { query: { source_filekey } }, 'agent')
  expect(problem).toMatchObject({ status: 409, code: 'file_state_conflict' })
})
