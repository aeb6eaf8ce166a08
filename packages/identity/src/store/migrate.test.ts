import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { migrateIdentity } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function migrateAgain(applicationRole = database.role): Promise<void> {
  const client = await database.admin.connect()
  await migrateIdentity(client, { applicationRole }).finally(() => client.release())
}

test('a second run changes nothing', async () => {
  const recorded = 'select name, checksum, applied_at from identity.migrations'
  const before = (await database.admin.query(recorded)).rows
  await migrateAgain()
  expect((await database.admin.query(recorded)).rows).toEqual(before)
  expect(before).toHaveLength(3)
})

test('the application role has data rights only', async () => {
  await expect(database.pool.query('create table identity.mine ()')).rejects.toThrow('permission denied')
  await expect(database.pool.query('drop table identity.users')).rejects.toThrow('must be owner')
  await expect(database.pool.query('delete from identity.migrations')).rejects.toThrow('permission denied')
  await expect(database.pool.query('select from identity.users')).resolves.toBeDefined()
})

test('rejects a file that was edited after it was applied and rolls back', async () => {
  await database.admin.query(`update identity.migrations set checksum = 'x'`)
  await expect(migrateAgain()).rejects.toThrow('001-schema.sql was changed after it was applied')
  await expect(database.admin.query('select 1')).resolves.toBeDefined()
})

test('the error names a missing role', async () => {
  await database.admin.query('drop schema identity cascade')
  await expect(migrateAgain('no_such_role')).rejects.toThrow('role "no_such_role" does not exist')
  const { rowCount } = await database.admin.query(`select from pg_namespace where nspname = 'identity'`)
  expect(rowCount).toBe(0)
})
