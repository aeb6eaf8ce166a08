import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectClient } from '../../db/client.ts'
import { migrate, migrationNames } from '../../db/migrate.ts'
import { installPreviousRelease, LAST_RELEASE } from '../../testing/previous-release.ts'
import { createBareDatabase } from '../../testing/test-database.ts'
import { installLedger, installSystem } from './install-system.ts'

async function bareDatabase() {
  const database = await createBareDatabase()
  const client = await connectClient(database.url)
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

const installFour = (url: string) =>
  Promise.all(Array.from({ length: 4 }, () => installSystem({ ownerUrl: url, url })))

/** Columns of every table except migrations, and except the risk of policies, which each installation derives. */
async function tablesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND (table_name, column_name) <> ('policies', 'risk') AND table_type = 'BASE TABLE' AND table_name <> 'migrations' GROUP BY 1 ORDER BY 1`,
  )
  return rows
}

/** Number and digest of the rows of each table. */
async function contentOf(client: pg.Client, tables: Awaited<ReturnType<typeof tablesOf>>) {
  const contents = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, '|' ORDER BY t::text COLLATE "C")) AS digest
       FROM (SELECT ${columns} FROM "${name}") AS t`,
    )
    contents.push({ name, ...(rows[0] as { rows: number; digest: string | null }) })
  }
  return contents
}

// Three installations take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('rejects a login that may not change the tables, naming the variable for their owner', async () => {
  const { url, client } = await bareDatabase()
  const login = `reader_${crypto.randomUUID().slice(0, 8)}`
  await client.query(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`)
  const ownerUrl = Object.assign(new URL(url), { username: login, password: 'x' }).href
  await expect(installSystem({ ownerUrl, url })).rejects.toThrow(
    `The login ${login} may not change the tables. Set DATABASE_OWNER_URL`,
  )
  await client.query(`DROP ROLE ${login}`)
})

test('four concurrent installations of an empty database apply each migration once', async () => {
  const { url, client } = await bareDatabase()
  const applied = await installFour(url)
  expect(applied.flat()).toEqual(await migrationNames())
  const { rows } = await client.query(
    'SELECT count(*)::int AS roles, count(DISTINCT name)::int AS names FROM roles',
  )
  expect(rows).toEqual([{ roles: rows[0].names, names: expect.toSatisfy((count) => count > 3) }])
})

test('four concurrent upgrades of the last release lose no data', async () => {
  const { url, client } = await bareDatabase()
  await installPreviousRelease(url)
  // A counter, which moves with each statement about roles.
  const tables = (await tablesOf(client)).filter(({ name }) => name !== 'access_version')
  const before = await contentOf(client, tables)
  expect(before.filter(({ rows }) => rows > 0).length).toBeGreaterThan(15)
  const applied = await installFour(url)
  expect(applied.flat()).toEqual((await migrationNames()).filter((name) => name > LAST_RELEASE))
  expect(await contentOf(client, tables)).toEqual(before)
})

test('four concurrent upgrades of a ledger lose no data and install neither identities nor queues', async () => {
  const { url, client } = await bareDatabase()
  await migrate(client, { until: LAST_RELEASE })
  await client.query(`INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
    SELECT 6000000000000000 + n, '1234567890', 'GOLD', 'ACTIVE', n, 'A** R****' FROM generate_series(1, 50) AS n`)
  const cards = (await tablesOf(client)).filter(({ name }) => name === 'cards')
  const before = await contentOf(client, cards)
  const urls = { url, directUrl: url, ownerUrl: url }
  const applied = await Promise.all(Array.from({ length: 4 }, () => installLedger(urls)))
  expect(applied.flat()).toEqual((await migrationNames()).filter((name) => name > LAST_RELEASE))
  expect(await contentOf(client, cards)).toEqual(before)
  const { rows } = await client.query(
    `SELECT nspname FROM pg_namespace WHERE nspname IN ('identity', 'pgboss', 'staging')`,
  )
  expect(rows).toEqual([{ nspname: 'staging' }])
})

test('waits for a table in use in turns, between which its writers continue', async () => {
  const { url, client } = await bareDatabase()
  await migrate(client, { until: LAST_RELEASE })
  const writer = await connectClient(url)
  await writer.query('BEGIN; LOCK TABLE files IN ROW EXCLUSIVE MODE')
  const migrated = migrate(client)
  const migrating = `SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_class ON pg_class.oid = relation
    WHERE relname = 'files' AND NOT granted`
  const waiting = async () => (await writer.query(migrating)).rows[0].waiting
  while ((await waiting()) === 0);
  // The migration's lock request blocks other writers until its turn ends.
  const other = await connectClient(url)
  await other.query('BEGIN; LOCK TABLE files IN ROW EXCLUSIVE MODE; COMMIT')
  await other.end()
  await writer.query('COMMIT')
  expect(await migrated).toEqual((await migrationNames()).filter((name) => name > LAST_RELEASE))
  await writer.end()
})

test('the trail is written while its index is built again', async () => {
  const { url, client } = await bareDatabase()
  await migrate(client, { until: '092-imports-with-cards.sql' })
  const writer = await connectClient(url)
  const write = `INSERT INTO audit_events (actor_name, action, resource, outcome) VALUES ('A', 'sign-in.fail', 'sign-in', 'refused')`
  await writer.query(`BEGIN; ${write}`)
  const migrated = migrate(client, { until: '093-security-actions.sql' })
  const building = `SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
  await expect.poll(async () => (await writer.query(building)).rowCount).toBe(1)
  const other = await connectClient(url)
  await other.query(`SET lock_timeout = '500ms'; ${write}`)
  await other.end()
  await writer.query('COMMIT')
  expect(await migrated).toEqual(['093-security-actions.sql'])
  const { rows } = await client.query(
    `SELECT indexrelid::regclass::text AS name, indisvalid FROM pg_index
     WHERE indexrelid::regclass::text LIKE 'audit_events_security%'`,
  )
  expect(rows).toEqual([{ name: 'audit_events_security', indisvalid: true }])
  await writer.end()
})
