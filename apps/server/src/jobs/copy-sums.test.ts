import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, createPool } from '../db/client.ts'
import { createLedger, type Ledger, noteSeenVersion, seenVersion } from '../db/ledger.ts'
import { createRandom, type Random } from '../ops/demo/tables/seeded-random.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { copySums } from './copy-sums.ts'

/** The ledger is separate in any case. */
let databases: { main: TestDatabase; ledger: TestDatabase }
let main: pg.Pool
let ledgerPool: pg.Pool
/** Connection of the owner, who writes the sums. */
let owner: pg.Client
let deps: { db: ReturnType<typeof createDatabase>; ledger: Ledger }
beforeAll(async () => {
  databases = { main: await createTestDatabase(), ledger: await createTestDatabase() }
  main = createPool(databases.main.url)
  ledgerPool = createPool(databases.ledger.ledgerUrl)
  owner = new pg.Client({ connectionString: databases.ledger.ledgerUrl })
  await owner.connect()
  const db = createDatabase(main)
  deps = { db, ledger: createLedger({ db, pool: main }, ledgerPool) }
})
afterAll(async () => {
  await owner.end()
  await Promise.all([main.end(), ledgerPool.end()])
  await Promise.all([databases.main.drop(), databases.ledger.drop()])
})

const TABLES = ['code_usage', 'transaction_days']
type SavedLedger = { version: string; sums: string[] }

async function sumsOf(db: pg.Pool | pg.Client): Promise<string[]> {
  const texts = TABLES.map(async (table) => {
    const { rows } = await db.query<{ all: string }>(
      `SELECT coalesce(jsonb_agg(s ORDER BY s), '[]')::text AS all FROM ${table} s`,
    )
    return rows[0]?.all ?? ''
  })
  return Promise.all(texts)
}

async function versionOf(): Promise<bigint> {
  const { rows } = await owner.query<{ version: string }>('SELECT version FROM ledger_version')
  return BigInt(rows[0]?.version ?? 0)
}

/** Changes and removes random sums, of few keys, in the next version. */
async function change(random: Random): Promise<void> {
  const to = random.below
  await owner.query('BEGIN')
  await owner.query('UPDATE ledger_version SET version = version + 1')
  for (let left = to(6); left >= 0; left--) {
    const amount = `${to(9)}${'0'.repeat(15)}1`
    await owner.query(
      `INSERT INTO code_usage SELECT $1, 'POS', $2, '', '', '2026-11-01', '2026-11-02', $3, $3, $4, $5, false, version
       FROM ledger_version ON CONFLICT (kind, source_system, code, company_code, branch_code) DO UPDATE
       SET last_at = excluded.last_at, amount = excluded.amount, version = excluded.version`,
      [
        ['TENDER', 'TENDER_GAP', 'COMPANY'][to(3)],
        `C${to(5)}`,
        `2026-11-01T00:00:00.00000${to(10)}Z`,
        to(9) + 1,
        amount,
      ],
    )
    await owner.query(
      `INSERT INTO transaction_days SELECT $1, $2, 'EARN', 'POSTED', $3, $4, -1, version FROM ledger_version
       ON CONFLICT (business_date, company_code, tran_class, status) DO UPDATE
       SET transactions = excluded.transactions, version = excluded.version`,
      [`2026-11-0${to(5) + 1}`, ['', 'NLF', 'MBR'][to(3)], to(9) + 1, amount],
    )
  }
  for (const table of TABLES)
    await owner.query(`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} LIMIT $1))`, [
      to(4),
    ])
  await owner.query('COMMIT')
}

async function restore({ version, sums }: SavedLedger): Promise<void> {
  await owner.query('BEGIN')
  for (const [at, table] of TABLES.entries()) {
    await owner.query(`DELETE FROM ${table}`)
    await owner.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
      sums[at],
    ])
  }
  await owner.query('UPDATE ledger_version SET version = $1', [version])
  await owner.query('COMMIT')
}

beforeEach(() => restore({ version: '0', sums: ['[]', '[]'] }))

test.each([1, 2, 3])('copies equal the ledger after any changes and restored back-ups (%s)', async (seed) => {
  const random = createRandom(seed)
  const saved: SavedLedger[] = []
  let seen = -1n
  let isRestored = true
  for (let step = 0; step < 40; step++) {
    const action = random.pick(['change', 'change', 'change', 'save', 'restore', 'copy', 'copy', 'copy'])
    if (action === 'change') await change(random)
    if (action === 'save') saved.push({ version: `${await versionOf()}`, sums: await sumsOf(owner) })
    if (action === 'restore' && saved.length > 0) {
      await restore(random.pick(saved))
      isRestored = true
    }
    if (action === 'copy') {
      // Else it has a version that the copies may have seen of another ledger.
      const isWhole = (isRestored && (await versionOf()) >= seen) || random.chance(0.1)
      const copies = [1, 2, 3].slice(random.below(3)).map(() => copySums(deps, { isWhole }))
      if (isRestored) await Promise.all(copies)
      else await Promise.all([...copies, change(random)])
      await copySums(deps)
      expect(await sumsOf(main)).toEqual(await sumsOf(owner))
      seen = await versionOf()
      isRestored = false
    }
  }
})

test('copies more rows than are in memory at once', async () => {
  await owner.query(`INSERT INTO transaction_days SELECT date '2015-01-01' + (n / 10), 'C' || n % 10, '', 'POSTED', 1, n, 0, 1
    FROM generate_series(1, 12000) n`)
  await owner.query('UPDATE ledger_version SET version = 1')
  await copySums(deps, { isWhole: true })
  expect(await sumsOf(main)).toEqual(await sumsOf(owner))
})

test('a failed copy leaves the former one', async () => {
  await copySums(deps, { isWhole: true })
  await change(createRandom(9))
  const down = createPool(databases.ledger.ledgerUrl)
  await down.end()
  const { db } = deps
  const before = await sumsOf(main)
  await expect(copySums({ db, ledger: createLedger({ db, pool: main }, down) })).rejects.toThrow()
  expect(await sumsOf(main)).toEqual(before)
  await copySums(deps)
  expect(await sumsOf(main)).toEqual(await sumsOf(owner))
})

test('after a whole copy, cases are compared again', async () => {
  const seen = '0'
  await main.query(`UPDATE ledger_readers SET version = ${seen} WHERE name = 'cases'`)
  await copySums(deps)
  expect(await seenVersion(deps.db, 'cases')).toBe(seen)
  await copySums(deps, { isWhole: true })
  expect(await seenVersion(deps.db, 'cases')).toBe('-1')
  // A comparison that began before has read the other ledger.
  await noteSeenVersion(deps.db, 'cases', { seen, version: '7' })
  expect(await seenVersion(deps.db, 'cases')).toBe('-1')
})
