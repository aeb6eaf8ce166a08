import pg from 'pg'
import { expect, test } from 'vitest'
import { loadTable } from '../bulk-load/load-table.ts'
import { LOAD_TABLES } from '../bulk-load/tables.ts'
import { createRandom } from '../demo/seeded-random.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()
const random = createRandom(11)

const KEPT = `SELECT source_system, tender_id, company_code, first_used, last_used, transactions::int
  FROM tender_usage ORDER BY 1, 2, 3`
const COUNTED = `SELECT source_system COLLATE "C" AS source_system, source_tender_id COLLATE "C" AS tender_id,
    coalesce(company_code, '') COLLATE "C" AS company_code,
    min(business_date) AS first_used, max(business_date) AS last_used, count(*)::int AS transactions
  FROM transactions WHERE source_tender_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

/** Few ids, days and tenders, so that lines are new, changed and unchanged. */
function line(): string {
  const day = `2026-01-${String(1 + random.below(9)).padStart(2, '0')}`
  const source = random.pick(['POS', 'FUEL'])
  const tender = random.pick(['01', '02', '41', ''])
  const company = random.pick(['NLF', 'MBR', ''])
  return `${random.below(60)},9990000000000011,${day},${day} 10:00:00,${source},SALE,1,0,POSTED,${tender},${company}`
}

async function load(lines: readonly string[]) {
  const table = LOAD_TABLES.find(({ name }) => name === 'transactions')
  if (!table) throw new Error('There is no table transactions to load')
  const head =
    'transaction_id,card_number,business_date,transaction_at,source_system,source_tran_code,amount,points,status,source_tender_id,company_code'
  const source = (async function* () {
    yield Buffer.from(`${[head, ...lines].join('\n')}\n`)
  })()
  const bad: unknown[] = []
  await loadTable({ client: database.client, table, source, onBadLine: (one) => bad.push(one) })
  expect(bad).toEqual([])
}

async function expectExact() {
  const { rows: counted } = await database.client.query(COUNTED)
  expect((await database.client.query(KEPT)).rows).toEqual(counted)
  return counted
}

test('the usage of tenders is exact after loads, reloads and corrections in any order', async () => {
  const { client } = database
  const loaded: string[][] = []
  let moved = 0
  const steps = {
    load: () => {
      loaded.push(Array.from({ length: 1 + random.below(25) }, line))
      return load(loaded.at(-1) ?? [])
    },
    reload: () => load(random.pick(loaded)),
    correct: () =>
      client.query(
        `UPDATE transactions SET source_tender_id = $1, business_date = business_date + $2::int WHERE transaction_id % 7 = $3`,
        [random.pick(['01', '07', null]), random.below(5) - 2, random.below(7)],
      ),
    renumber: () => {
      moved += 1_000
      return client.query(
        'UPDATE transactions SET transaction_id = transaction_id + $1, company_code = $2 WHERE transaction_id < $3',
        [moved, random.pick(['NLF', 'TLS']), random.below(3)],
      )
    },
    delete: () =>
      client.query('DELETE FROM transactions WHERE transaction_id % 5 = $1 OR transaction_id > 999', [
        random.below(5),
      ]),
    undo: async () => {
      await client.query('BEGIN')
      await client.query('DELETE FROM transactions')
      await client.query('ROLLBACK')
    },
  }
  await steps.load()
  for (let i = 0; i < 60; i++) {
    await random.pick(Object.values(steps))()
    await expectExact()
  }
  expect(await expectExact()).not.toEqual([])
  await client.query('TRUNCATE transactions')
  expect(await expectExact()).toEqual([])
})

const WAITING = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'tender_usage'::regclass
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

test('a load that waits for another counts both', async () => {
  const { client } = database
  const insert = (id: number, day: string) =>
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
       source_tran_code, source_tender_id, company_code, amount, points, status)
     VALUES (${id}, 1, '${day}', now(), 'POS', 'SALE', '01', 'MBR', 1, 0, 'POSTED')`
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  try {
    await client.query('BEGIN')
    await client.query(insert(1, '2026-02-01'))
    const waiting = other.query(insert(2, '2026-02-02'))
    await expect.poll(async () => (await client.query(WAITING)).rowCount).toBe(1)
    await client.query('COMMIT')
    await waiting
    expect(await expectExact()).toEqual([
      expect.objectContaining({ first_used: '2026-02-01', last_used: '2026-02-02', transactions: 2 }),
    ])
  } finally {
    await other.end()
  }
})
