import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createDatabase, createPool } from './client.ts'
import { createLedger, type Ledger, ledgerVersion } from './ledger.ts'

/** The ledger is separate in any case. */
let databases: { main: TestDatabase; ledger: TestDatabase }
let pools: pg.Pool[]
let db: ReturnType<typeof createDatabase>
let ledger: Ledger
beforeAll(async () => {
  databases = { main: await createTestDatabase(), ledger: await createTestDatabase() }
  const main = createPool(databases.main.url, { asOwner: true })
  const apart = createPool(databases.ledger.ledgerUrl, { asOwner: true })
  pools = [main, apart]
  db = createDatabase(main)
  ledger = createLedger({ db, pool: main }, apart)
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await Promise.all([databases.main.drop(), databases.ledger.drop()])
})

test('a separate ledger commits nothing after the transaction with its locks is lost', async () => {
  const owner = new pg.Client({ connectionString: databases.main.url })
  await owner.connect()
  const change = (lose: boolean) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await ledger.write(tx, async (ledgerTx) => {
        await sql`UPDATE ledger_version SET version = version + 1`.execute(ledgerTx)
        if (lose) await owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      })
    })
  const before = BigInt(await ledgerVersion(ledger.db))
  await expect(change(true)).rejects.toThrow()
  expect(BigInt(await ledgerVersion(ledger.db))).toBe(before)
  await change(false)
  expect(BigInt(await ledgerVersion(ledger.db))).toBe(before + 1n)
  await owner.end()
})
