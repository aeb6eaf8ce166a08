import { isDeepStrictEqual } from 'node:util'
import pg, { type ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { createRandom } from '../ops/demo/tables/seeded-random.ts'
import { changeTransactions } from '../ops/load/change-transactions.ts'
import { loadTable } from '../ops/load/load-table.ts'
import { LOAD_TABLES } from '../ops/load/tables.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()
const random = createRandom(11)

const CODES = `SELECT version::int, kind, source_system, code, company_code, branch_code, first_used, last_used, first_at, last_at,
    transactions::int, amount::int
  FROM code_usage ORDER BY 2, 3, 4, 5, 6`

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

const DAYS = `SELECT version::int, business_date, company_code, tran_class, status, transactions::int, amount::int, points::int
  FROM transaction_days ORDER BY 2, 3, 4, 5`

const COUNTED_DAYS = `SELECT business_date, coalesce(company_code, '') COLLATE "C" AS company_code,
    coalesce(tran_class, '') COLLATE "C" AS tran_class, status COLLATE "C" AS status, count(*)::int AS transactions,
    sum(amount)::int AS amount, sum(points)::int AS points
  FROM transactions GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`

const COLUMNS = {
  transaction_id: () => random.below(60),
  card_number: () => random.pick(['9990000000000011', '9990000000000029']),
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
const line = (given: Partial<Record<keyof typeof COLUMNS, string>> = {}) =>
  Object.entries(COLUMNS)
    .map(([name, value]) => given[name as keyof typeof COLUMNS] ?? value())
    .join()

async function load(lines: readonly string[], client: ClientBase = database.ledger) {
  const table = LOAD_TABLES.find(({ name }) => name === 'transactions')
  if (!table) throw new Error('The table transactions cannot be loaded')
  const head = Object.keys(COLUMNS).join()
  const source = (async function* () {
    yield Buffer.from(`${[head, ...lines].join('\n')}\n`)
  })()
  const bad: unknown[] = []
  const result = await loadTable({ client, table, source, onBadLine: (one) => bad.push(one) })
  expect(bad).toEqual([])
  return result
}

const select = async (query: string) => (await database.ledger.query(query)).rows
const ledgerVersion = async () => Number((await select('SELECT version FROM ledger_version'))[0].version)

type Row = Readonly<Record<string, unknown>>
const valuesOf = ({ version, ...values }: Row) => values

/** The sums by their keys. They must be what a count gives. */
async function exactSums(): Promise<Map<string, Row>> {
  const [codes, days] = [await select(CODES), await select(DAYS)]
  expect(codes.map(valuesOf)).toEqual(await select(COUNTED))
  expect(days.map(valuesOf)).toEqual(await select(COUNTED_DAYS))
  return new Map([
    ...codes.map((row): [string, Row] => [
      ['code_usage', row.kind, row.source_system, row.code, row.company_code, row.branch_code].join(),
      row,
    ]),
    ...days.map((row): [string, Row] => [
      ['transaction_days', row.business_date, row.company_code, row.tran_class, row.status].join(),
      row,
    ]),
  ])
}

const transactions = () => select('SELECT * FROM transactions ORDER BY transaction_id')

/** Runs `change`. Exactly the sums that it changes must have its version, and only a change takes one. */
async function expectVersions(change: () => Promise<unknown>): Promise<void> {
  const [before, rows, version] = [await exactSums(), await transactions(), await ledgerVersion()]
  await change()
  const after = await exactSums()
  const isChange = !isDeepStrictEqual(await transactions(), rows)
  expect(await ledgerVersion()).toBe(isChange ? version + 1 : version)
  for (const [key, row] of after) {
    const former = before.get(key)
    const isSame = former && isDeepStrictEqual(valuesOf(former), valuesOf(row))
    expect([key, row.version]).toEqual([key, isSame ? former.version : version + 1])
  }
}

test('loads in any order change exactly the sums of their rows', async () => {
  const loaded: string[][] = []
  let mapped = 0
  const add = (lines: string[]) => {
    loaded.push(lines)
    return load(lines)
  }
  const steps = {
    // Also repeats ids within the file.
    load: () => add(Array.from({ length: 1 + random.below(25) }, () => line())),
    correctOne: () => add([line()]),
    reload: () => load(random.pick(loaded)),
    repeat: () => load(loaded.at(-1) ?? []),
    // As a mapping does.
    map: () =>
      change(
        `source_tender_id = ${random.pick(["'01'", "'41'"])} OR transaction_id % 3 = ${random.below(3)}`,
        `UPDATE transactions SET payment_method_code = ${random.pick(["'CSH'", 'NULL'])},
           tran_code = ${random.pick(["'P001'", 'NULL'])}, terminal_id = source_terminal_id, rrn = ${++mapped}`,
      ),
    remove: () => change(`transaction_id % 5 = ${random.below(5)}`, 'DELETE FROM transactions'),
    removeAll: () => change('true', 'DELETE FROM transactions'),
  }
  await steps.load()
  for (let i = 0; i < 80; i++) {
    await expectVersions(random.pick(Object.values(steps)))
  }
})

/** Writes to the rows of a condition. */
async function change(condition: string, statement: string): Promise<void> {
  const { ledger } = database
  await ledger.query('BEGIN')
  const { rows } = await ledger.query(`SELECT transaction_id AS id FROM transactions WHERE ${condition}`)
  const ids = rows.map(({ id }) => id)
  await changeTransactions(ledger, ids, () => ledger.query(`${statement} WHERE ${condition}`))
  await ledger.query('COMMIT')
}

test('a load counts its rows, and corrects a card number', async () => {
  await change('true', 'DELETE FROM transactions')
  const card_number = '9990000000000011'
  const first = line({ transaction_id: '1', card_number })
  const second = line({ transaction_id: '2', card_number })
  const third = line({ transaction_id: '3', card_number })
  const moved = second.replace(card_number, '9990000000000029')
  expect(await load([first, second])).toMatchObject({ read: 2, added: 2, changed: 0, unchanged: 0 })
  expect(await load([first, second, moved, third, third])).toMatchObject({
    ...{ read: 5, added: 1, changed: 1, unchanged: 1 },
  })
  expect(await select('SELECT card_number FROM transactions ORDER BY transaction_id')).toEqual(
    ['9990000000000011', '9990000000000029', '9990000000000011'].map((card_number) => ({ card_number })),
  )
  await exactSums()
})

test('a rebuild counts what was written without a change, in a new version', async () => {
  const version = await ledgerVersion()
  await load(Array.from({ length: 40 }, () => line()))
  await exactSums()
  await database.ledger.query('DELETE FROM transactions WHERE transaction_id % 2 = 0')
  await database.ledger.query("UPDATE transactions SET status = 'REVERSED', source_tender_id = 'ZZ'")
  await database.ledger.query('SELECT rebuild_sums()')
  const rebuilt = await exactSums()
  expect(await ledgerVersion()).toBe(version + 2)
  expect(new Set([...rebuilt.values()].map((row) => row.version))).toEqual(new Set([version + 2]))
})

test('concurrent loads count both', async () => {
  const other = new pg.Client({ connectionString: database.ledgerUrl })
  await other.connect()
  try {
    const version = await ledgerVersion()
    const { rows } = await other.query('SELECT pg_backend_pid() AS pid')
    const lines = Array.from({ length: 20 }, () => line())
    await database.ledger.query('BEGIN')
    await database.ledger.query('SELECT start_ledger_change()')
    const waiting = load(lines, other)
    const blocking = `SELECT cardinality(pg_blocking_pids(${rows[0].pid})) AS count`
    await expect.poll(async () => (await select(blocking))[0].count).toBe(1)
    await database.ledger.query('UPDATE ledger_version SET version = version + 1')
    await database.ledger.query('COMMIT')
    await waiting
    expect(await ledgerVersion()).toBe(version + 2)
    await exactSums()
  } finally {
    await other.end()
  }
})
