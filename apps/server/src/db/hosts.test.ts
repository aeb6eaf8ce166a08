import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toHttpError } from '../kernel/error-handler.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { connectClient, createDatabase, createPool } from './client.ts'
import { urlsOf } from './hosts.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

let first: DatabaseProxy
let second: DatabaseProxy
let both: string
beforeEach(async () => {
  first = await startDatabaseProxy(database.url)
  second = await startDatabaseProxy(database.url)
  both = database.url.replace(/@[^/]+/, `@${first.host},${second.host}`)
})
afterEach(() => Promise.all([first.stop(), second.stop()]))

test.each([
  ['postgres://u:p@h1:5432/db?sslmode=require', ['postgres://u:p@h1:5432/db?sslmode=require']],
  [
    'postgres://u:p%2C@h1,h2:5433/db?a=b,c',
    ['postgres://u:p%2C@h1/db?a=b,c', 'postgres://u:p%2C@h2:5433/db?a=b,c'],
  ],
  ['postgres://[::1]:1,[::2]:2/db', ['postgres://[::1]:1/db', 'postgres://[::2]:2/db']],
  ['postgres:///db', ['postgres:///db']],
])('the hosts of %s', (connectionString, urls) => {
  expect(urlsOf(connectionString)).toEqual(urls)
})

/** A pool of both hosts; `port` returns the port of the connected host. */
function poolOfBoth() {
  const pool = createPool(both, { max: 3 })
  const port = async () => {
    const client = await pool.connect()
    client.release()
    return `127.0.0.1:${client.port}`
  }
  return { pool, port }
}

test('pools and single connections skip an unreachable host', async () => {
  first.become('away')
  const { pool, port } = poolOfBoth()
  expect(await port()).toBe(second.host)
  const client = await connectClient(both)
  expect(`127.0.0.1:${client.port}`).toBe(second.host)
  await Promise.all([client.end(), pool.end()])
})

test('skips a replica', async () => {
  first.become('replica')
  const { pool, port } = poolOfBoth()
  expect(await port()).toBe(second.host)
  await pool.end()
})

test('connects to the new leader after a switchover, under concurrency', async () => {
  second.become('replica')
  const { pool, port } = poolOfBoth()
  expect(await port()).toBe(first.host)
  first.become('away')
  expect(toHttpError(await pool.query('SELECT 1').catch((error) => error)).code).toBe('unavailable')
  second.become('there')
  await expect.poll(port).toBe(second.host)
  first.become('replica')
  expect(await Promise.all(Array.from({ length: 12 }, port))).toEqual(Array(12).fill(second.host))
  await pool.end()
})

test('is unavailable while no host is writable, then recovers', async () => {
  first.become('away')
  second.become('replica')
  const { pool, port } = poolOfBoth()
  const failures = await Promise.all(Array.from({ length: 20 }, () => port().catch((error) => error)))
  expect(new Set(failures.map((error) => toHttpError(error).code))).toEqual(new Set(['unavailable']))
  first.become('there')
  await expect.poll(() => port().catch(() => null)).toBe(first.host)
  await pool.end()
})

test('refuses calls when the only host becomes a replica', async () => {
  first.become('replica')
  const pool = createPool(first.url, { max: 1 })
  const error = await pool.query('SELECT 1').catch((thrown) => thrown)
  expect([toHttpError(error).code, error.message]).toEqual([
    'unavailable',
    expect.stringMatching(/is read-only/),
  ])
  await pool.end()
})

test('discards a connection that becomes read-only, and replies 503', async () => {
  const pool = createPool(database.url, { max: 1 })
  const pid = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  const before = await pid()
  const client = await pool.connect()
  await client.query('BEGIN READ ONLY')
  const error = await client.query(`UPDATE users SET contact = null`).catch((thrown) => thrown)
  client.release()
  expect([error.code, toHttpError(error).code]).toEqual(['25006', 'unavailable'])
  expect(await pid()).not.toBe(before)
  await pool.end()
})

test('replies 503 for a transaction whose server becomes a replica, even if it cannot be rolled back', async () => {
  const db = createDatabase(createPool(database.url, { max: 1 }))
  const failed = db.transaction().execute(async (tx) => {
    await sql`SET TRANSACTION READ ONLY`.execute(tx)
    await tx.updateTable('users').set({ contact: null }).execute()
  })
  expect(toHttpError(await failed.catch((error) => error)).code).toBe('unavailable')
  await db.destroy()
})

test('a call does not wait for a silent host', async () => {
  const pool = createPool(first.url, { max: 1, silenceTimeoutMs: 200 })
  await pool.query('SELECT 1')
  first.become('silent')
  expect(toHttpError(await pool.query('SELECT 1').catch((error) => error)).code).toBe('unavailable')
  first.become('there')
  expect((await pool.query('SELECT 1')).rowCount).toBe(1)
  await pool.end()
})
