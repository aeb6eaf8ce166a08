import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './query.ts'
import { notDurable } from './server-settings.ts'
import { type Postgres, startPostgres } from './start.ts'
import { createTempFolder } from './testing.ts'

const { folder, remove } = createTempFolder()
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: notDurable })
})

afterAll(async () => {
  await postgres.stop()
  remove()
})

test('the application login has no direct privileges; the owner owns the database', async () => {
  const [app] = await query<{ roles: string[]; creates: boolean }>(
    postgres.urlFor('backoffice'),
    `select array(select rolname::text from pg_roles
       where pg_has_role(current_user, oid, 'member') and not rolsuper) as roles,
       has_database_privilege('backoffice', 'create') as creates`,
  )
  expect(app).toEqual({ roles: expect.arrayContaining(['backoffice', 'backoffice_app']), creates: false })
  const [owner] = await query(
    postgres.urlFor('backoffice', 'backoffice_owner'),
    `select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`,
  )
  expect(owner).toEqual({ owner: 'backoffice_owner' })
})

test('a login requires the password, which only its owner can read', async () => {
  const stranger = new URL(postgres.adminUrl)
  stranger.password = 'guess'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(postgres.dataDir, 'access.json')).mode & 0o077).toBe(0)
})

test('the server listens on loopback only and is never root', async () => {
  const [said] = await query(postgres.adminUrl, `select current_setting('listen_addresses') as listens`)
  expect(said).toEqual({ listens: '127.0.0.1' })
  expect(statSync(postgres.dataDir).uid).toBeGreaterThan(0)
})

test('the log reports a rejected row without its content', async () => {
  await query(postgres.adminUrl, 'create table cards (number text primary key)')
  await query(postgres.adminUrl, `insert into cards values ('9990000000000011')`)
  await expect(query(postgres.adminUrl, `insert into cards values ('9990000000000011')`)).rejects.toThrow()
  const log = readFileSync(`${postgres.dataDir}.log`, 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('9990000000000011')
})

test('restarts on the previous port with its data', async () => {
  const { port } = postgres
  await postgres.stop()
  postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: notDurable })
  expect(postgres.port).toBe(port)
  expect(await query(postgres.adminUrl, 'select count(*)::int as cards from cards')).toEqual([{ cards: 1 }])
})
