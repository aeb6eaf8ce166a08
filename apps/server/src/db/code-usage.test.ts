import pg from 'pg'
import { expect, test } from 'vitest'
import { loadTable } from '../bulk-load/load-table.ts'
import { LOAD_TABLES } from '../bulk-load/tables.ts'
import { createRandom } from '../demo/seeded-random.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()
const random = createRandom(11)

const KEPT = `SELECT kind, source_system, code, company_code, branch_code, first_used, last_used, first_at, last_at,
    transactions::int, amount::int
  FROM code_usage ORDER BY 1, 2, 3, 4, 5`

const IN_BRANCH = "coalesce(company_code, ''), coalesce(branch_code, '')"
const OF_COMPANY = "coalesce(company_code, ''), ''"

/** By kind: its source system, code, company and branch, and the condition of its transactions. */
const COUNTED_BY = {
  TENDER: [`source_system, upper(source_tender_id), ${OF_COMPANY}`, 'source_tender_id IS NOT NULL'],
  TRANCODE: [`source_system, upper(source_tran_code), ${OF_COMPANY}`, 'true'],
  TERMINAL: ["'', upper(source_terminal_id), '', ''", 'source_terminal_id IS NOT NULL'],
  COMPANY: ["'', company_code, '', ''", 'company_code IS NOT NULL'],
  BRANCH: ["'', branch_code, company_code, ''", 'company_code IS NOT NULL AND branch_code IS NOT NULL'],
  PAYMENT_METHOD: ["'', payment_method_code, '', ''", 'payment_method_code IS NOT NULL'],
  TRANSACTION_CODE: ["'', tran_code, '', ''", 'tran_code IS NOT NULL'],
  TENDER_GAP: [
    `source_system, source_tender_id, ${IN_BRANCH}`,
    'source_tender_id IS NOT NULL AND payment_method_code IS NULL',
  ],
  TRANCODE_GAP: [`source_system, source_tran_code, ${IN_BRANCH}`, 'tran_code IS NULL'],
  TERMINAL_GAP: [
    `source_system, source_terminal_id, ${IN_BRANCH}`,
    'source_terminal_id IS NOT NULL AND terminal_id IS NULL',
  ],
  ANY_GAP: [
    "'', '', '', ''",
    `tran_code IS NULL OR source_tender_id IS NOT NULL AND payment_method_code IS NULL
      OR source_terminal_id IS NOT NULL AND terminal_id IS NULL`,
  ],
}

const COUNTED = `SELECT kind COLLATE "C" AS kind, source_system COLLATE "C" AS source_system, code COLLATE "C" AS code,
    company_code COLLATE "C" AS company_code, branch_code COLLATE "C" AS branch_code, first_used, last_used, first_at, last_at,
    transactions::int, amount::int
  FROM (${Object.entries(COUNTED_BY)
    .map(
      ([kind, [key, condition]]) => `SELECT '${kind}', ${key}, min(business_date), max(business_date),
        min(transaction_at), max(transaction_at), count(*), sum(abs(amount)) FROM transactions WHERE ${condition}
        GROUP BY 1, 2, 3, 4, 5`,
    )
    .join(
      ' UNION ALL ',
    )}) AS counted (kind, source_system, code, company_code, branch_code, first_used, last_used,
      first_at, last_at, transactions, amount)
  ORDER BY 1, 2, 3, 4, 5`

const DAYS = `SELECT business_date, company_code, tran_class, status, transactions::int, amount::int, points::int
  FROM transaction_days ORDER BY 1, 2, 3, 4`

const COUNTED_DAYS = `SELECT business_date, coalesce(company_code, '') COLLATE "C" AS company_code,
    coalesce(tran_class, '') COLLATE "C" AS tran_class, status COLLATE "C" AS status, count(*)::int AS transactions,
    sum(amount)::int AS amount, sum(points)::int AS points
  FROM transactions GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`

const COLUMNS = {
  transaction_id: () => random.below(60),
  card_number: () => '9990000000000011',
  business_date: () => `2026-01-${String(1 + random.below(9)).padStart(2, '0')}`,
  transaction_at: () => `2026-01-0${1 + random.below(9)} 1${random.below(3)}:00:00`,
  source_system: () => random.pick(['POS', 'FUEL']),
  source_tran_code: () => random.pick(['SALE', 'sale', 'RDM']),
  tran_code: () => random.pick(['P001', '']),
  source_tender_id: () => random.pick(['01', '41', 'a1', 'A1', '']),
  payment_method_code: () => random.pick(['CSH', '']),
  source_terminal_id: () => random.pick(['00001234', 'T1', 't1', '']),
  terminal_id: () => random.pick(['00001234', '']),
  company_code: () => random.pick(['NLF', 'MBR', '']),
  branch_code: () => random.pick(['0101', '']),
  amount: () => random.below(7) - 3,
  points: () => random.below(9) - 4,
  tran_class: () => random.pick(['EARN', 'REDEEM', '']),
  status: () => random.pick(['POSTED', 'PENDING', 'REJECTED']),
}

/** A line with few distinct ids, days and codes, so that loads have new, changed and unchanged lines. */
const line = () =>
  Object.values(COLUMNS)
    .map((value) => value())
    .join()

async function load(lines: readonly string[]) {
  const table = LOAD_TABLES.find(({ name }) => name === 'transactions')
  if (!table) throw new Error('The table transactions cannot be loaded')
  const head = Object.keys(COLUMNS).join()
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
  const { rows: days } = await database.client.query(COUNTED_DAYS)
  expect((await database.client.query(DAYS)).rows).toEqual(days)
  return counted
}

test('quick', async () => {
  await database.client.query('SELECT 1')
  for (let i = 0; i < 60; i++) {
    await load(Array.from({ length: 1 + random.below(25) }, line))
    await expectExact()
  }
  await database.client.query('SELECT rebuild_sums()')
  await expectExact()
})
