import { api } from '@backoffice/contract/api'
import { FILE_STATES, type FileState } from '@backoffice/contract/file-states'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeOldFiles } from '../../features/retention/remove-old-files.ts'
import { giveAccess, userIdOf } from '../../testing/access.ts'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { changeFile, downloadText, dryRun, runInquiry, waitFor } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { validateFile } from '../validate-file.ts'

const REASON = { reason: 'FRAUD_REVIEW', ticket_no: 'OPS-8' } as const

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem({ workers: true, quotas: { cardFiles: 2 } })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  // May see, upload and run every file, but not whole numbers.
  await giveAccess(system, 'viewer', ['Files', 'SMAC Inquiry'], ['file:*', 'inquiry:*'])
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})
beforeEach(() => owner.query('DELETE FROM card_file_reveals'))

let count = 0

async function aFile(as = 'agent') {
  count += 1
  const numbers = candidates(String(2_000 + count), 3)
  const { source_filekey } = await dryRun(system, cardFile(numbers), as)
  return { source_filekey, numbers }
}

async function put(source_filekey: string, state: FileState) {
  await owner.query(`UPDATE files SET state = $2, finished_at = now() WHERE source_filekey = $1`, [
    source_filekey,
    state,
  ])
}

const send = (source_filekey: string, as: string, more: Partial<typeof REASON> = {}) =>
  system.send(api.files.runAgain, { body: { source_filekey, version: 1, ...more } }, as)

const isChecked = ({ state }: { state: FileState }) => state === 'AWAITING_CONFIRMATION'

test('a cancelled file runs again from its stored upload, and outlives it', async () => {
  const { source_filekey: key, numbers } = await aFile()
  await changeFile(system, 'cancel', key)
  const again = await changeFile(system, 'runAgain', key)
  expect(again).toMatchObject({ file_name: 'cards.csv', is_own: true, attempt: 1, inquiry: null })
  expect(again.source_filekey).not.toBe(key)
  const checked = await waitFor(system, again.source_filekey, 'agent', isChecked)
  expect(checked).toMatchObject({ counts: { valid: 3 }, already_uploaded: null })
  await owner.query(`UPDATE files SET uploaded_at = now() - interval '91 days' WHERE source_filekey = $1`, [
    key,
  ])
  await removeOldFiles(system.workerDeps)
  expect(await send(key, 'agent')).toMatchObject({ status: 409 })
  const done = await runInquiry(system, again.source_filekey)
  expect(done.state).toBe('COMPLETED')
  expect(await downloadText(system, again.source_filekey, 'source')).toContain(numbers[0])
  const { rows } = await owner.query(
    `SELECT action, resource_id, changes FROM audit_events
     WHERE outcome = 'done' AND action IN ('file.run-again', 'file.register') AND resource_id = ANY($1) ORDER BY id DESC LIMIT 2`,
    [[key, again.source_filekey]],
  )
  expect(rows).toEqual([
    {
      action: 'file.register',
      resource_id: again.source_filekey,
      changes: expect.objectContaining({ copied_from: [null, key] }),
    },
    { action: 'file.run-again', resource_id: key, changes: { copied_to: [null, again.source_filekey] } },
  ])
})

const RUNS_AGAIN = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'EXPIRED', 'CANCELLED'] as const

test.each(FILE_STATES)('%s: owner and others', async (state) => {
  const { source_filekey: key } = await aFile()
  await put(key, state)
  const runs = RUNS_AGAIN.some((each) => each === state)
  const { version, ...file } = await system.call(api.files.get, { query: { source_filekey: key } }, 'agent')
  expect(file.may.run_again).toBe(runs)
  const run = (as: string, more: Partial<typeof REASON> = {}) =>
    system.send(api.files.runAgain, { body: { source_filekey: key, version, ...more } }, as)
  const refused = runs ? undefined : 409
  expect((await run('agent')).status).toBe(refused ?? 200)
  expect((await run('viewer', REASON)).status).toBe(refused ?? 403)
  expect((await run('supervisor')).status).toBe(refused ?? 422)
  expect((await run('supervisor', REASON)).status).toBe(refused ?? 200)
})

test('another user’s file is revealed with a reason, counted, and stays masked', async () => {
  const { source_filekey: key, numbers } = await aFile()
  await put(key, 'EXPIRED')
  const body = { source_filekey: key, version: 1, ...REASON }
  const again = await system.call(api.files.runAgain, { body }, 'supervisor')
  const copy = 'items' in again ? '' : again.source_filekey
  const { rows } = await owner.query('SELECT source_filekey, use, cards FROM card_file_reveals')
  expect(rows).toEqual([{ source_filekey: key, use: 'run_again', cards: 3 }])
  await waitFor(system, copy, 'supervisor', isChecked)
  const done = await runInquiry(system, copy, 'supervisor')
  expect(done).toMatchObject({ is_own: true, hold: null })
  expect(done.needs_reason.artifacts).toContain('result')
  const signed = await system.send(
    api.files.presign,
    { body: { source_filekey: copy, artifact: 'source' } },
    'supervisor',
  )
  expect(signed).toMatchObject({ status: 422 })
  expect(numbers).toHaveLength(3)
})

test('an unknown or hidden file and a missing permission are refused', async () => {
  const { source_filekey: key } = await aFile('supervisor')
  await put(key, 'CANCELLED')
  expect(await send(key, 'agent')).toMatchObject({ status: 404 })
  expect(await send(crypto.randomUUID(), 'agent')).toMatchObject({ status: 404 })
  expect(await send(key, 'auditor', REASON)).toMatchObject({ status: 403 })
})

test('concurrent calls make one new file', async () => {
  const { source_filekey: key } = await aFile()
  await put(key, 'CANCELLED')
  const replies = await Promise.all([send(key, 'agent'), send(key, 'agent'), send(key, 'agent')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { rows } = await owner.query('SELECT state FROM files WHERE copied_from = $1', [key])
  expect(rows).toHaveLength(1)
})

test('a new run that is cancelled before it is copied leaves nothing', async () => {
  const { source_filekey: key } = await aFile()
  await put(key, 'CANCELLED')
  const id = await userIdOf(system, 'agent')
  const copy = crypto.randomUUID()
  await owner.query(
    `INSERT INTO files (source_filekey, kind, category, file_name, size, uploaded_by, link_expires_at, state, copied_from)
     VALUES ($1, 'inquiry', 'SMAC_INQUIRY', 'cards.csv', 60, $2, now(), 'UPLOADED', $3)`,
    [copy, id, key],
  )
  const cancelled = await changeFile(system, 'cancel', copy)
  expect(cancelled).toMatchObject({ state: 'CANCELLED', artifacts: [], may: { run_again: false } })
  await validateFile(system.workerDeps, { filekey: copy, attempt: 1 })
  expect(await send(copy, 'agent')).toMatchObject({ status: 409 })
})

test('several files each have their own outcome', async () => {
  const files = [await aFile(), await aFile(), await aFile('supervisor')]
  const [cancelled, waiting, hidden] = files.map(({ source_filekey }) => source_filekey)
  await put(cancelled ?? '', 'CANCELLED')
  const { version } = await system.call(api.files.get, { query: { source_filekey: waiting ?? '' } }, 'agent')
  const keys = [cancelled, waiting, hidden, crypto.randomUUID()]
  const items = keys.map((source_filekey = '') => ({ source_filekey, version }))
  const reply = await system.call(api.files.runAgain, { body: { items } }, 'agent')
  const outcomes = 'items' in reply ? reply.items : []
  expect(outcomes.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
    [cancelled, 'done', undefined],
    [waiting, 'refused', 'file_state_conflict'],
    [hidden, 'refused', 'file_not_found'],
    [items[3]?.source_filekey, 'refused', 'file_not_found'],
  ])
  expect(outcomes[0]?.row?.source_filekey).not.toBe(cancelled)
  const cancel = await system.call(api.files.cancel, { body: { items: items.slice(0, 2) } }, 'agent')
  expect('items' in cancel && cancel.items.map(({ outcome }) => outcome)).toEqual(['refused', 'done'])
  const retry = await system.send(api.files.retry, { body: { items: items.slice(0, 1) } }, 'agent')
  // The only item of a call refuses the call.
  expect(retry.status).toBe(409)
})

test('two calls for the same files in another order run each file once', async () => {
  const files = [await aFile(), await aFile(), await aFile()]
  for (const { source_filekey } of files) await put(source_filekey, 'CANCELLED')
  const items = files.map(({ source_filekey }) => ({ source_filekey, version: 1 }))
  const replies = await Promise.all(
    [items, items.toReversed()].map((each) =>
      system.call(api.files.runAgain, { body: { items: each } }, 'agent'),
    ),
  )
  const outcomes = replies.flatMap((reply) => ('items' in reply ? reply.items : []))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
    ...Array(3).fill('done'),
    ...Array(3).fill('refused'),
  ])
  expect(new Set(outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)).size).toBe(3)
})

test('the receiver of a file runs it again without a reason, and its numbers stay masked', async () => {
  const { source_filekey: key } = await aFile()
  const [from, to] = [await userIdOf(system, 'agent'), await userIdOf(system, 'viewer')]
  await owner.query(
    `UPDATE files SET uploaded_by = $2, original_uploader = $3, state = 'EXPIRED', finished_at = now()
     WHERE source_filekey = $1`,
    [key, to, from],
  )
  const again = await changeFile(system, 'runAgain', key, 'viewer')
  await waitFor(system, again.source_filekey, 'viewer', isChecked)
  const done = await runInquiry(system, again.source_filekey, 'viewer')
  expect(done.needs_reason).toEqual({ artifacts: done.artifacts, retry: false, run_again: false })
})

test('the removal of an original waits for the copy', async () => {
  const { source_filekey: key } = await aFile()
  await put(key, 'CANCELLED')
  const columns = 'source_filekey, kind, category, file_name, size, uploaded_by, link_expires_at'
  const copy = crypto.randomUUID()
  await owner.query(
    `INSERT INTO files (${columns}, state, copied_from)
     SELECT $1, kind, category, file_name, size, uploaded_by, now(), 'UPLOADED', source_filekey
     FROM files WHERE source_filekey = $2`,
    [copy, key],
  )
  await owner.query(`UPDATE files SET uploaded_at = now() - interval '91 days' WHERE source_filekey = $1`, [
    key,
  ])
  await removeOldFiles(system.workerDeps)
  await validateFile(system.workerDeps, { filekey: copy, attempt: 1 })
  const file = await system.call(api.files.get, { query: { source_filekey: copy } }, 'agent')
  expect(file).toMatchObject({ state: 'AWAITING_CONFIRMATION', artifacts: ['source'] })
  await removeOldFiles(system.workerDeps)
  expect(await send(key, 'agent')).toMatchObject({ status: 409 })
})

test('an import runs again with the permissions of an import', async () => {
  const csv =
    'source_system,tender_id,tender_name,company_code,payment_method_code\r\nPOS,7301,Again,*,CSH\r\n'
  const { source_filekey: key } = await dryRun(system, csv, 'lookup', { category: 'TENDERS' })
  await changeFile(system, 'cancel', key, 'lookup')
  const again = await changeFile(system, 'runAgain', key, 'lookup')
  const checked = await waitFor(system, again.source_filekey, 'lookup', isChecked)
  expect(checked).toMatchObject({ kind: 'import', category: 'TENDERS', counts: { total: 1 } })
  expect(await send(key, 'supervisor', REASON)).toMatchObject({ status: 403 })
})
