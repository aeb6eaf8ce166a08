import { api } from '@backoffice/contract/api'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHttpError } from '../kernel/error-handler.ts'
import { requestOf } from '../kernel/served-apis.ts'
import { type Entry, startProcess } from '../testing/start-process.ts'
import { databaseVariables } from '../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { connectClient, createDatabase, createPool, withClient } from './client.ts'

let system: TestSystem
let admin: pg.Client
beforeAll(async () => {
  system = await startTestSystem()
  admin = new pg.Client({ connectionString: system.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await system.stop()
})

const NEW = {
  body: { file_name: 'cards.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' },
} as const

const cut = (pid: number | undefined) => admin.query('SELECT pg_terminate_backend($1)', [pid])

/** A pool that reports the end of its connection. An error listener would hide the tested behaviour. */
function watchedPool() {
  const pool = createPool(system.url, { max: 1 })
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  pool.on('connect', (client) => void client.on('end', resolve))
  return { pool, gone }
}

test('a connection lost between two statements fails the next one as unavailable and is replaced', async () => {
  const { pool, gone } = watchedPool()
  const db = createDatabase(pool)
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
    await cut(rows[0]?.pid)
    await gone
    await sql`SELECT 1`.execute(tx)
  })
  expect(toHttpError(await lost.catch((error) => error)).code).toBe('unavailable')
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('closes a lost COPY connection', async () => {
  const { pool, gone } = watchedPool()
  const lost = withClient(pool, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    await cut(rows[0].pid)
    await gone
    await client.query('SELECT 1')
  })
  expect(toHttpError(await lost.catch((error) => error)).code).toBe('unavailable')
  expect(await withClient(pool, async (client) => (await client.query('SELECT 1')).rowCount)).toBe(1)
  await pool.end()
})

test('fails the next statement on a lost connection of a command', async () => {
  const client = await connectClient(system.url)
  const gone = new Promise<void>((resolve) => client.on('end', resolve))
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  await cut(rows[0].pid)
  await gone
  expect(toHttpError(await client.query('SELECT 1').catch((error) => error)).code).toBe('unavailable')
})

const start = (entry: Entry) => startProcess(entry, databaseVariables(system))

/** Timeout of a test that starts a process, on a busy machine. */
const START_MS = 120_000

/** Ends the queue and listener connections of every process on this database. */
const cutIdle = () =>
  admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
     AND pid <> pg_backend_pid() AND application_name LIKE 'backoffice %'`,
  )

/** Locks a file until another connection waits for it, ends that connection, and releases the lock. */
async function cutWhileItWaitsFor(filekey: string, begin: () => Promise<unknown>) {
  await admin.query('BEGIN')
  const { rows } = await admin.query(
    'SELECT pg_backend_pid() AS pid FROM files WHERE source_filekey = $1 FOR UPDATE',
    [filekey],
  )
  const begun = begin()
  // Outside the transaction, which sees a fixed snapshot of the activity.
  const waiting = () =>
    system.pool.query('SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [rows[0].pid])
  let found = await waiting()
  while (found.rows.length === 0) found = await waiting()
  await cut(found.rows[0].pid)
  await admin.query('ROLLBACK')
  return begun
}

test(
  'a web process that loses its connection during a write replies 503 and handles the next call',
  async () => {
    const { source_filekey } = await system.call(api.files.presign, NEW, 'agent')
    const web = await start('main')
    try {
      const token = await system.tokenOf('agent')
      const { url, payload } = requestOf(api.files.cancel, { body: { source_filekey, version: 1 } }, {})
      const cancel = () =>
        fetch(web.address + String(url), {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(payload),
        }).then((reply) => reply.status)
      await cutIdle()
      expect(await cutWhileItWaitsFor(source_filekey, cancel)).toBe(503)
      expect(await cancel()).toBe(200)
      expect(web.isAlive()).toBe(true)
    } finally {
      await web.stop()
    }
  },
  START_MS,
)

test(
  'a worker that loses its connection during a job survives and completes the job',
  async () => {
    const { source_filekey: filekey } = await system.call(api.files.presign, NEW, 'agent')
    const worker = await start('worker')
    try {
      await cutIdle()
      await cutWhileItWaitsFor(filekey, () =>
        system.db
          .transaction()
          .execute((tx) => system.workerDeps.sendJob(tx, 'validate-file', { filekey, attempt: 1 })),
      )
      const state = async () => {
        const { rows } = await admin.query(`SELECT state FROM pgboss.job WHERE data->>'filekey' = $1`, [
          filekey,
        ])
        return rows[0]?.state
      }
      while (worker.isAlive() && (await state()) !== 'completed');
      expect([worker.isAlive(), await state()]).toEqual([true, 'completed'])
    } finally {
      await worker.stop()
    }
  },
  START_MS,
)
