import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import { APPROVAL_STATUSES } from '@backoffice/contract/approvals'
import { FILE_STATES, isFinalState } from '@backoffice/contract/file-states'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { createDatabase, createPool } from '../../../db/client.ts'
import { expireFiles } from '../../../files/clean-up.ts'
import { createTestDatabase, TEST_KEY } from '../../../testing/test-database.ts'
import { loadDemoCardsOnce } from '../load-once.ts'
import { seedLookupTables } from '../seed-lookup-tables.ts'
import { createDemoClock } from './demo-clock.ts'
import { openDemoSystem } from './demo-system.ts'
import { recordHistoryOnce } from './record-history.ts'

const DAY = '2026-11-20'
const TIMEOUT_MS = 120_000

const CONTENT = `
  SELECT 'file' AS what, concat_ws(' ', created_at, file_name, state, total, found, error) AS content FROM files
  UNION ALL
  SELECT 'case', concat_ws(' ', opened_at, case_no, kind, status, resolution, ticket_no, due_on, last_four) FROM cases
  UNION ALL
  SELECT 'inquiry', concat_ws(' ', created_at, ticket_no, subject, outcome, rows) FROM inquiries
  UNION ALL
  SELECT 'event', concat_ws(' ', at, action, actor_name, outcome) FROM audit_events
  UNION ALL
  SELECT 'notice', concat_ws(' ', at, text, read_at) FROM case_notices
  ORDER BY what, content`

async function startDemo() {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'backoffice-demo-'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const pool = createPool(database.url, { max: 2 })
  const db = createDatabase(pool)
  onTestFinished(async () => {
    await client.end()
    await pool.end()
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  const { url, ledgerUrl } = database
  await loadDemoCardsOnce({ urls: { url, ledgerUrl }, cards: 8_000, asOf: DAY })
  await seedLookupTables(db, DAY)
  const config = readConfig({
    DATABASE_URL: url,
    ...(ledgerUrl !== url && { LEDGER_DATABASE_URL: ledgerUrl }),
    DATA_DIR: dataDir,
    IDENTITY_KEY: TEST_KEY.toString('base64'),
  })
  const record = (isNew: boolean) => recordHistoryOnce({ config, asOf: DAY, isNew })
  const list = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows
  /** The product after the history, for its people. */
  const openDemo = async () => {
    const ledgerOwner = ledgerUrl === url ? client : new pg.Client({ connectionString: ledgerUrl })
    if (ledgerOwner !== client) await ledgerOwner.connect()
    const clock = createDemoClock(DAY, new Date())
    clock.startScene(0, '18:00')
    const desk = await openDemoSystem({ config, owner: client, ledgerOwner, clock })
    const close = async () => {
      await desk.close()
      if (ledgerOwner !== client) await ledgerOwner.end()
    }
    return { call: desk.call, close }
  }
  return { db, record, list, openDemo }
}

test('the history has files and cases in every end state, and is the same for the same day', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { db, record, list, openDemo } = await startDemo()
  await record(true)

  const files = await list<{ state: (typeof FILE_STATES)[number] }>('SELECT state FROM files')
  const states = new Set(files.map(({ state }) => state))
  const ends = FILE_STATES.filter((state) => isFinalState(state))
  expect([...states].toSorted()).toEqual([...ends, 'AWAITING_CONFIRMATION'].toSorted())

  const cases = await list<{ state: string }>(
    `SELECT DISTINCT concat_ws(' ', status, resolution) AS state FROM cases ORDER BY 1`,
  )
  expect(cases.map(({ state }) => state)).toEqual([
    'OPEN',
    'REJECTED',
    'RESOLVED CORRECTED',
    'RESOLVED NOT_OWED',
    'RESOLVED POSTED',
    'SENT',
  ])
  const requests = await list<{ status: string }>('SELECT DISTINCT status FROM approvals')
  // A request of a user who is disabled ends before it could fail.
  const statuses = Object.keys(APPROVAL_STATUSES).filter((status) => status !== 'FAILED')
  expect(requests.map(({ status }) => status).toSorted()).toEqual(statuses.toSorted())
  const reviews = await list<{ status: string }>('SELECT status FROM reviews')
  expect(reviews.map(({ status }) => status).toSorted()).toEqual(['FINISHED', 'OPEN'])
  // A change of the newly started demo takes effect at once.
  expect(await list('SELECT kind FROM approval_rules WHERE is_on')).toEqual([])
  const [figures] = await list(
    `SELECT (SELECT count(*) > 0 FROM cases WHERE status IN ('OPEN', 'SENT') AND due_on < '${DAY}') AS overdue,
        (SELECT count(*) > 0 FROM case_notices WHERE read_at IS NULL) AS new_notices,
        (SELECT count(*) > 0 FROM audit_events WHERE action = 'case.reopen') AS reopened,
        (SELECT count(*) > 0 FROM audit_events WHERE outcome = 'refused') AS refused,
        (SELECT count(*) FROM audit_events WHERE at > '${DAY} 24:00 Asia/Manila')::int AS later,
        (SELECT count(*) FROM files WHERE greatest(created_at, finished_at) > '${DAY} 24:00 Asia/Manila')::int AS later_files`,
  )
  expect(figures).toEqual({
    overdue: true,
    new_notices: true,
    reopened: true,
    refused: true,
    later: 0,
    later_files: 0,
  })

  // No time is that of the start, and none is before its cause.
  const events = await list<{ at: Date }>('SELECT at FROM audit_events ORDER BY id')
  expect(events.map(({ at }) => at)).toEqual(
    events.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime()),
  )

  const inAYear = { now: () => new Date(`${Number(DAY.slice(0, 4)) + 1}${DAY.slice(4)}`) }
  await expireFiles({ db, clock: inAYear, sendJob: async () => {} } as never)
  const [{ unconfirmed } = {}] = await list<{ unconfirmed: number }>(
    `SELECT count(*)::int AS unconfirmed FROM files WHERE state = 'AWAITING_CONFIRMATION'`,
  )
  expect(unconfirmed).toBe(1)

  const other = await startDemo()
  await other.record(true)
  expect(await other.list(CONTENT)).toEqual(await list(CONTENT))

  // Waiting requests end 72 hours after the day of the demo.
  await list("UPDATE approvals SET expires_at = now() + interval '1 hour' WHERE status = 'PENDING'")
  const { call, close } = await openDemo()
  const waiting = await call(
    api.approvals.list,
    { body: { filters: { status: { in: ['PENDING'] } } } },
    'admin',
  )
  expect(waiting.items).toHaveLength(3)
  for (const { id } of waiting.items) {
    const { content_hash } = await call(api.approvals.get, { params: { id } }, 'admin')
    const decision = await call(api.approvals.approve, { body: { items: [{ id, content_hash }] } }, 'admin')
    expect(decision.items).toMatchObject([{ outcome: 'done', row: { status: 'EXECUTED' } }])
  }
  await close()
})

test('a demo without a complete history asks for a new one', { timeout: TIMEOUT_MS }, async () => {
  const { record, list } = await startDemo()
  expect(await record(false)).toMatch(/npm run reset-demo$/)
  expect(await list('SELECT FROM files')).toEqual([])
})
