import { join } from 'node:path'
import { type Client, Pool } from 'pg'
import { createDatabase, type Database } from '../../../apps/server/src/db/client.ts'
import { answerQuery, PLANNER_SETTINGS } from '../../../apps/server/src/inquiry-file/answer-query.ts'
import { stagingTable } from '../../../apps/server/src/inquiry-file/staging-table.ts'
import { countDuplicates } from '../../../apps/server/src/resources/dashboard/transactions-tiles.store.ts'
import { findAsked } from '../../../apps/server/src/resources/inquiries/answer.store.ts'
import { AS_OF, openListsDatabase } from '../database.ts'
import { median, timed } from '../measure.ts'
import { prepare } from '../prepare.ts'
import { type Line, printLines } from '../report.ts'
import { CARDS_OF, connect, fillYears, searchPath, sizesOf, VARIANTS, type Variant } from './years-tables.ts'

const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/years')
const FILEKEY = '00000000-0000-4000-8000-00000000be05'
const FILE_ROWS = 50_000
const LOADED_ROWS = 50_000
const INQUIRIES = 100
const CASES = ['card', 'account', 'reference', 'file', 'day', 'load', 'remove'] as const
type Case = (typeof CASES)[number]
const LABELS: Record<Case, string> = {
  card: `${INQUIRIES} inquiries by card, 92 days`,
  account: `${INQUIRIES} inquiries by account, 92 days`,
  reference: `${INQUIRIES} inquiries by reference, 92 days`,
  file: `a file of ${FILE_ROWS.toLocaleString('en')} cards, 31 days each`,
  day: 'the duplicates of a day',
  load: `a load of ${LOADED_ROWS.toLocaleString('en')} of a day, without the sums`,
  remove: 'removing the oldest month',
}

/** Transactions of five years in one table against monthly partitions, by the product's own statements. */
export async function benchYears(transactions: number, rounds: number): Promise<void> {
  const database = await openListsDatabase('years')
  try {
    prepare(database.url, DATA_DIR)
    await fillYears(database.url, transactions)
    const took = new Map<string, number[]>()
    for (let round = 0; round <= rounds; round++)
      // In turn, and in turn first, so that neither always finds what the other has read.
      for (const each of CASES)
        for (const variant of round % 2 === 0 ? VARIANTS : VARIANTS.toReversed()) {
          const ms = await measure(database.url, variant, each, CARDS_OF(transactions))
          if (round > 0) took.set(`${each} ${variant}`, [...(took.get(`${each} ${variant}`) ?? []), ms])
        }
    const lines: Line[] = CASES.map((each) => {
      const [plain, monthly] = VARIANTS.map((variant) => median(took.get(`${each} ${variant}`) ?? [])) as [
        number,
        number,
      ]
      const measured = `${(monthly / plain).toFixed(2)}× (${monthly.toFixed(0)} : ${plain.toFixed(0)} ms)`
      return { what: LABELS[each], measured, target: 'monthly : one table, a figure', met: true }
    })
    printLines([...lines, ...(await sizeLines(database.url))])
  } finally {
    await database.stop()
  }
}

async function measure(url: string, variant: Variant, each: Case, cards: number): Promise<number> {
  if (each === 'day') return withDatabase(url, variant, (db) => timed(() => countDuplicates(db, weekAgo)))
  if (each === 'card' || each === 'account' || each === 'reference') return inquire(url, variant, each, cards)
  const client = await connect(url, variant)
  try {
    await client.query('BEGIN')
    const statements = await STATEMENTS[each](client, variant, cards)
    const ms = await timed(() => client.query(statements))
    await client.query('ROLLBACK')
    return ms
  } finally {
    await client.end()
  }
}

/** Prepares in the transaction, and returns what is timed. */
const STATEMENTS: Record<
  'file' | 'load' | 'remove',
  (client: Client, variant: Variant, cards: number) => Promise<string>
> = {
  async file(client, _variant, cards) {
    await client.query(`CREATE TABLE ${stagingTable(FILEKEY)} AS
      SELECT n AS row_no, 9990000000000000 + 1 + (n::bigint * ${Math.floor(cards / FILE_ROWS)}) AS card_number,
        '${AS_OF}'::date - 31 - n % 60 AS date_from, '${AS_OF}'::date - 1 - n % 60 AS date_to, 'V'::"char" AS outcome,
        NULL::text AS reason, ''::text AS card_text, ''::text AS reference_no
      FROM generate_series(1, ${FILE_ROWS}) AS n;
      CREATE INDEX ON ${stagingTable(FILEKEY)} (row_no); ANALYZE ${stagingTable(FILEKEY)}`)
    await client.query(PLANNER_SETTINGS)
    const query = answerQuery({ filekey: FILEKEY, asOf: AS_OF, fromRow: 1, toRow: FILE_ROWS })
    return `SELECT count(t.transactions), sum(t.amount), max(t.last_at) FROM (${query}) AS t`
  },
  async load(client) {
    await client.query(`CREATE TEMP TABLE day ON COMMIT DROP AS
      SELECT * FROM transactions WHERE business_date > '${AS_OF}'::date - 200 LIMIT ${LOADED_ROWS};
      UPDATE day SET transaction_id = transaction_id + 1000000000, business_date = '${AS_OF}'`)
    return 'INSERT INTO transactions SELECT * FROM day'
  },
  async remove(client, variant) {
    const { rows } = await client.query<{ first: string }>(
      'SELECT min(business_date)::text AS first FROM transactions',
    )
    const first = rows[0]?.first ?? AS_OF
    return variant === 'monthly'
      ? `DROP TABLE monthly.transactions_${first.slice(0, 7).replace('-', '_')}`
      : `DELETE FROM transactions WHERE business_date < date_trunc('month', '${first}'::date) + interval '1 month'`
  },
}

const daysBefore = (days: number) =>
  new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString().slice(0, 10)
const weekAgo = daysBefore(7)

async function withDatabase<Result>(
  url: string,
  variant: Variant,
  use: (db: Database, pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({ connectionString: url, max: 10, options: searchPath(variant) })
  const db = createDatabase(pool)
  try {
    return await use(db, pool)
  } finally {
    await db.destroy()
  }
}

function inquire(url: string, variant: Variant, by: 'card' | 'account' | 'reference', cards: number) {
  return withDatabase(url, variant, async (db, pool) => {
    const values = await subjects(pool, by, cards)
    await ask(db, by, values.slice(0, 5))
    return timed(() => ask(db, by, values))
  })
}

async function ask(
  db: Database,
  by: 'card' | 'account' | 'reference',
  values: readonly string[],
): Promise<void> {
  const dateFrom = daysBefore(91)
  const mode = by.toUpperCase() as 'CARD' | 'ACCOUNT' | 'REFERENCE'
  for (const value of values)
    await findAsked(db, {
      ...{ mode, value, shownAs: value, ticketNo: 'BENCH', dateFrom, dateTo: AS_OF, asOf: AS_OF },
      filters: {},
    })
}

/** The same ones for both, spread over all. */
async function subjects(pool: Pool, by: 'card' | 'account' | 'reference', cards: number): Promise<string[]> {
  const step = Math.floor(cards / INQUIRIES)
  const queries = {
    card: `SELECT (9990000000000001 + n * ${step}::bigint)::text AS value FROM generate_series(0, ${INQUIRIES - 1}) AS n`,
    account: `SELECT lpad((1 + n * ${Math.floor(step / 2)})::text, 10, '0') AS value FROM generate_series(0, ${INQUIRIES - 1}) AS n`,
    reference: `SELECT receipt_no AS value FROM transactions WHERE business_date = '${weekAgo}'
      ORDER BY transaction_id LIMIT ${INQUIRIES}`,
  }
  const { rows } = await pool.query<{ value: string }>(queries[by])
  return rows.map(({ value }) => value)
}

async function sizeLines(url: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const variant of VARIANTS) {
    const client = await connect(url, variant)
    const { table, indexes, rows } = await sizesOf(client, variant)
    await client.end()
    const mb = (bytes: number) => `${Math.round(((bytes / rows) * 1e6) / 1024 ** 2)} MB`
    const measured = `${mb(table)} and ${mb(indexes)} of indexes, of ${rows.toLocaleString('en')}`
    lines.push({ what: `a million transactions, ${variant}`, measured, target: 'a figure', met: true })
  }
  return lines
}
