import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import type { Identity } from '../../../apps/server/src/adapters/identity/identity.ts'
import { createDatabase, createPool, type Database } from '../../../apps/server/src/db/client.ts'
import { dashboardHandlers } from '../../../apps/server/src/resources/dashboard/dashboard.routes.ts'
import { AS_OF, openBenchDatabase } from '../database.ts'
import { median, medianOf, timed } from '../measure.ts'
import { prepare } from '../prepare.ts'
import { atMost, type Line, printLines } from '../report.ts'
import { type Bench, firstBare, firstInquiries, inquiryLines, inquirySubjects } from './bench-inquiry.ts'

const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/dashboard')
const MOST_MS = 50

const TILES = [
  'transactions',
  'points',
  'mapping',
  'terminals',
  'files',
  'rows',
  'inquiries',
  'access',
  'system',
] as const

/** The tiles of the dashboard and single inquiries, cold and warm, against bare SQL. */
export async function benchDashboard(cards: number, transactions: number, rounds: number): Promise<void> {
  const started = <Result>(use: (bench: Bench) => Promise<Result>) => withBench(cards, transactions, use)
  const subjects = await started(async ({ url, pool }) => {
    prepare(url, DATA_DIR)
    await prepareData(url)
    return inquirySubjects(pool)
  })
  const isEmptied = dropCaches()
  console.log(`cold: after a start of PostgreSQL${isEmptied ? ' with empty caches of files' : ''}`)
  const ours = await started((bench) => firstInquiries(bench, subjects))
  dropCaches()
  const bare = await started((bench) => firstBare(bench, subjects))
  dropCaches()
  await started(async (bench) => {
    const lines = await dashboardLines(bench, rounds)
    lines.push(...(await inquiryLines(bench, subjects, { ours, bare }, cards)), await loadLine(bench.url))
    printLines(lines)
  })
}

/** Starts the database, and stops it afterwards. */
async function withBench<Result>(
  cards: number,
  transactions: number,
  use: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const { url, stop } = await openBenchDatabase(cards, transactions)
  try {
    const pool = createPool(url)
    const db = createDatabase(pool)
    try {
      return await use({ url, pool, db })
    } finally {
      await db.destroy()
    }
  } finally {
    await stop()
  }
}

/** The first call of each tile is its cold one. */
async function dashboardLines({ pool, db }: Bench, rounds: number): Promise<Line[]> {
  const call = caller(db)
  const cold = new Map<string, number>()
  for (const tile of TILES) cold.set(tile, await timed(() => call(tile)))
  const lines: Line[] = []
  for (const tile of TILES) {
    const warm = await medianOf(rounds, () => call(tile))
    const raw = await rawOf(pool, tile)
    const against = raw ? `, ${(warm / raw).toFixed(3)}× counting anew (${raw.toFixed(0)} ms)` : ''
    const shown = `${warm.toFixed(1)} ms, cold ${cold.get(tile)?.toFixed(0)} ms${against}`
    lines.push(atMost(`dashboard, ${tile}`, warm, MOST_MS, shown, `≤ ${MOST_MS} ms`))
  }
  const list = await medianOf(rounds, () => call('listTransactions', { figure: 'TRANSACTIONS' }))
  lines.push(atMost('dashboard, 500 of a day', list, 150, `${list.toFixed(1)} ms`, '≤ 150 ms'))
  const pending = await medianOf(rounds, () => call('listTransactions', { figure: 'PENDING', age: '16+' }))
  lines.push(atMost('dashboard, pending over 15 days', pending, 150, `${pending.toFixed(1)} ms`, '≤ 150 ms'))
  return lines
}

const DAY = new Date(Date.parse(AS_OF) - 86_400_000).toISOString().slice(0, 10)
/** Noon in Manila. */
const clock = { now: () => new Date(`${AS_OF}T04:00:00Z`) }

function caller(db: Database) {
  // A cloud pool tells neither of the two.
  const administration = { lockedAmong: async () => null, failedSignIns: async () => null }
  const identity = { administration: async () => administration } as unknown as Identity
  const handlers = dashboardHandlers({ db, clock, identity })
  const context = { caller: { access: { modules: ['All'], policies: ['*:*'] } } }
  return (tile: (typeof TILES)[number] | 'listTransactions', query: object = {}) =>
    // Every handler of the group has these two arguments.
    (handlers[tile] as (received: object, call: object) => Promise<unknown>)({ query }, context)
}

/** The same figures without the daily sums. */
const RAW: Partial<Record<(typeof TILES)[number], string>> = {
  transactions: `SELECT business_date, company_code, tran_class, count(*), sum(amount) FROM transactions
    WHERE business_date BETWEEN '${DAY}'::date - 69 AND '${DAY}' GROUP BY 1, 2, 3`,
  points: `SELECT business_date, tran_class, status, sum(points) FROM transactions
    WHERE business_date BETWEEN '${DAY}'::date - 69 AND '${DAY}' OR status = 'PENDING' GROUP BY 1, 2, 3`,
}

async function rawOf(pool: Pool, tile: (typeof TILES)[number]): Promise<number | undefined> {
  const text = RAW[tile]
  return text ? medianOf(3, () => pool.query(text)) : undefined
}

/** Some weeks of files, and the visibility of rows that index-only scans need. */
async function prepareData(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`INSERT INTO roles (id, name, modules) VALUES ('00000000-0000-4000-8000-00000000be01', 'Bench', '{All}')
      ON CONFLICT DO NOTHING`)
    await client.query(`INSERT INTO users (id, identity_sub, email, given_name, family_name, role_id, status)
      VALUES ('00000000-0000-4000-8000-00000000be02', 'bench', 'bench@backoffice.test', 'Bench', 'User', '00000000-0000-4000-8000-00000000be01', 'ACTIVE')
      ON CONFLICT DO NOTHING`)
    const { rowCount } = await client.query('SELECT FROM files LIMIT 1')
    if (!rowCount)
      await client.query(`INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at,
          uploaded_at, validated_at, confirmed_at, finished_at, total, error, processed, error_codes)
        SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'f.csv', 1, 'COMPLETED', '00000000-0000-4000-8000-00000000be02', now(),
          at, at, at, at + interval '1 minute', 1000, 10, 1000, '{"E003": 7, "E005": 3}'
        FROM generate_series('${AS_OF}'::timestamptz - interval '400 days', '${AS_OF}'::timestamptz, interval '20 minutes') AS at`)
    await client.query('VACUUM (ANALYZE) transactions, transaction_days, cards, code_usage, files')
  } finally {
    await client.end()
  }
}

/** Of the kernel; only the administrator of a machine may. */
function dropCaches(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

const NO_DAYS = `CREATE OR REPLACE FUNCTION transaction_day_statements(changed text, is_removing boolean)
  RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN; END $$`

/** A day's load of 100,000 transactions with the daily sums, against one without; rolled back. */
async function loadLine(url: string): Promise<Line> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const load = async (before: string) => {
    await client.query(`BEGIN; ${before}; ${DAY_OF_LOAD}`)
    const took = await timed(() => client.query('INSERT INTO transactions SELECT * FROM day'))
    await client.query('ROLLBACK')
    return took
  }
  try {
    await load('SELECT')
    const took: [number, number, number][] = []
    for (let round = 0; round < 3; round++)
      took.push([
        await load('SELECT'),
        await load(NO_DAYS),
        await load('ALTER TABLE transactions DISABLE TRIGGER USER'),
      ])
    const [ours, without, bare] = [0, 1, 2].map((at) => median(took.map((each) => each[at] ?? 0))) as [
      number,
      number,
      number,
    ]
    return {
      what: 'load of 100,000 transactions with the daily sums',
      measured: `${(ours / without).toFixed(2)}× one without them, ${(ours / bare).toFixed(2)}× one without any figures (${ours.toFixed(0)} : ${without.toFixed(0)} : ${bare.toFixed(0)} ms)`,
      target: 'a figure, no target',
      met: true,
    }
  } finally {
    await client.end()
  }
}

const DAY_OF_LOAD = `CREATE TEMP TABLE day ON COMMIT DROP AS
  SELECT * FROM transactions ORDER BY transaction_id LIMIT 100000;
  UPDATE day SET transaction_id = transaction_id + 1000000000`
