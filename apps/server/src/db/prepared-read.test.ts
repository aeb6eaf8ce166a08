import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createDatabase, createPool, type Database, type PoolOptions } from './client.ts'
import { preparedRead } from './statements.ts'

type Probe = { id: string; value: unknown }
const read = preparedRead<Probe>('probe-by-id', (db, id) =>
  db.selectFrom(sql<Probe>`probes`.as('p')).select(['p.id', 'p.value']).where('p.id', '=', id),
)

const database = useTestDatabase()
const opened: Database[] = []
beforeEach(async () => {
  await database.client.query(`CREATE TABLE probes (id text PRIMARY KEY, value int);
    INSERT INTO probes VALUES ('a', 1), ('b', 2); GRANT ALL ON probes TO backoffice_app`)
})
afterEach(async () => {
  await database.client.query('DROP TABLE probes')
  await Promise.all(opened.splice(0).map((db) => db.destroy()))
})

/** A database with one connection. */
function connect(options: PoolOptions = {}): Database {
  const db = createDatabase(createPool(database.url, { max: 1, ...options }))
  opened.push(db)
  return db
}

async function namesOf(db: Database) {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements ORDER BY name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

test('reads each id by one statement of the connection', async () => {
  const db = connect()
  expect(await read(db, 'a')).toEqual({ id: 'a', value: 1 })
  expect(await read(db, 'b')).toEqual({ id: 'b', value: 2 })
  expect(await read(db, 'c')).toBeUndefined()
  expect(await namesOf(db)).toEqual(['probe-by-id 1'])
})

test('reads by an unnamed statement in a transaction and behind a pooler', async () => {
  const db = connect()
  expect(await db.transaction().execute((tx) => read(tx, 'a'))).toEqual({ id: 'a', value: 1 })
  expect(await namesOf(db)).toEqual([])
  const pooled = connect({ isPooled: true })
  expect(await read(pooled, 'a')).toEqual({ id: 'a', value: 1 })
  expect(await namesOf(pooled)).toEqual([])
})

test('prepares once more after a migration has changed the type of a column', async () => {
  const db = connect()
  await read(db, 'a')
  await database.client.query(`ALTER TABLE probes ALTER value TYPE text USING 'text ' || value`)
  for (const _ of [1, 2, 3]) expect(await read(db, 'a')).toEqual({ id: 'a', value: 'text 1' })
  expect(await namesOf(db)).toEqual(['probe-by-id 1', 'probe-by-id 2'])
})

test('reports other errors, and recovers once their cause has gone', async () => {
  const db = connect()
  await read(db, 'a')
  await database.client.query('ALTER TABLE probes RENAME TO moved')
  await expect(read(db, 'a')).rejects.toMatchObject({ code: '42P01' })
  await database.client.query('ALTER TABLE moved RENAME TO probes')
  expect(await read(db, 'a')).toEqual({ id: 'a', value: 1 })
})
