import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess } from '../testing/start-process.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createPool } from './client.ts'
import { isPooled, requireApplicationRole, setLoginDefaults } from './login.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a separate direct URL means that DATABASE_URL leads to a pooler', () => {
  const databaseUrl = 'postgres://a@h/b'
  expect(isPooled({ databaseUrl, databaseDirectUrl: databaseUrl })).toBe(false)
  expect(isPooled({ databaseUrl, databaseDirectUrl: 'postgres://a@i/b' })).toBe(true)
})

test('connections through a pooler send no session settings', async () => {
  const pool = createPool(database.url, { isPooled: true, max: 1 })
  const client = await pool.connect()
  // The startup message of the driver; a pooler needs `user` and `database`.
  const { connectionParameters } = client as unknown as { connectionParameters: { options?: string } }
  expect(connectionParameters.options).toBeUndefined()
  client.release()
  await pool.end()
})

test('no process starts if a pooler would give it the rights of the login', async () => {
  const direct = `${database.url}?application_name=direct`
  const environment = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: direct }
  const started = [startProcess('main', environment), startProcess('worker', environment)]
  const reason = /work as postgres .*, not as backoffice_app in UTC\. Behind a pooler/
  await Promise.all(started.map((each) => expect(each).rejects.toThrow(reason)))
  // Two processes start at once.
}, 120_000)

test('rejects options in the URL that remove the role', async () => {
  const pool = createPool(`${database.url}?options=-c%20statement_timeout=5000`, { max: 1 })
  await expect(requireApplicationRole(pool)).rejects.toThrow(/must not set options/)
  await pool.end()
})

test('login defaults set the role and the time zone, except for the owner’s commands', async () => {
  await setLoginDefaults(database.url)
  // Repeats it, like every release.
  await setLoginDefaults(database.url)
  const pool = createPool(database.url, { isPooled: true, max: 1 })
  await requireApplicationRole(pool)
  await expect(pool.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/)
  await pool.end()
  const owner = createPool(database.url, { asOwner: true, max: 1 })
  expect((await owner.query('SELECT current_user = session_user AS own')).rows).toEqual([{ own: true }])
  await owner.end()
})

test('a plain connection of the login has the defaults', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(`SELECT current_user AS role, current_setting('TimeZone') AS zone`)
  expect(rows).toEqual([{ role: 'backoffice_app', zone: 'UTC' }])
  await client.end()
})
