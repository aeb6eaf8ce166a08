import type { Client } from 'pg'
import { onlyRow } from '../../apps/server/src/db/client.ts'
import { createLedger } from '../../apps/server/src/db/ledger.ts'
import { followCases } from '../../apps/server/src/features/cases/follow-cases.ts'
import { loadTable, vacuumTable } from '../../apps/server/src/ops/load/load-table.ts'
import { LOAD_TABLES } from '../../apps/server/src/ops/load/tables.ts'
import { AS_OF, type BenchDatabase } from '../database.ts'
import { inTurns, type Medians, timed } from '../figures.ts'

/** Lines of a day's load. */
const ADDED = 80_000
/** Pending purchases of open cases that the load posts. */
const IN_CASES = 10
/** Other purchases with new points. */
const CHANGED = 19_990
/** Purchases that are compared after the load. */
const FOLLOWED = 10_000

/** Measures a load and the job that follows it, with open cases and without. Each load is undone before the next. */
export async function measureLoad(
  owner: Client,
  { db, pool }: Pick<BenchDatabase, 'db' | 'pool'>,
  rounds: number,
): Promise<Medians> {
  await owner.query(PREPARE)
  const file = await fileOf(owner)
  const ledger = createLedger({ db, pool }, null)
  const clock = { now: () => new Date(`${AS_OF}T04:00:00Z`) }
  const load = async (isFollowed: boolean) => {
    await owner.query(FOLLOW, [isFollowed])
    await owner.query('VACUUM (FULL, ANALYZE) case_purchases')
    const ms = await timed(async () => {
      await loadFile(owner, file)
      await followCases({ db, ledger, clock })
    })
    const { rows } = await owner.query<{ n: number }>(CLOSED)
    const { n } = onlyRow(rows)
    if (n !== (isFollowed ? IN_CASES : 0)) throw new Error(`The job closed ${n} cases.`)
    await owner.query(UNDO)
    await owner.query('VACUUM ANALYZE transactions, cases')
    return ms
  }
  try {
    return await inTurns(
      () => load(true),
      () => load(false),
      rounds,
    )
  } finally {
    await owner.query('UPDATE case_purchases SET is_open = true')
  }
}

const table = LOAD_TABLES.find(({ name }) => name === 'transactions')

async function loadFile(client: Client, file: Buffer): Promise<void> {
  if (!table) throw new Error('Transactions cannot be loaded.')
  const source = (async function* () {
    yield file
  })()
  await loadTable({
    ...{ client, table, source },
    onBadLine: ({ line, reason }) => {
      throw new Error(`line ${line}: ${reason}`)
    },
  })
  await vacuumTable(client, table)
}

const PREPARE = `
  CREATE TEMP TABLE originals AS
    (SELECT t.* FROM transactions t JOIN case_purchases p USING (transaction_id)
      WHERE t.status = 'PENDING' ORDER BY transaction_id LIMIT ${IN_CASES})
    UNION ALL
    (SELECT t.* FROM transactions t LEFT JOIN case_purchases p USING (transaction_id)
      WHERE p.transaction_id IS NULL ORDER BY transaction_id DESC LIMIT ${CHANGED});
  CREATE TEMP TABLE followed AS
    SELECT case_id FROM case_purchases ORDER BY transaction_id IN (SELECT transaction_id FROM originals) DESC, case_id
    LIMIT ${FOLLOWED};
  CREATE TEMP TABLE lines AS SELECT * FROM originals;
  UPDATE lines SET status = 'POSTED', posted_at = transaction_at + interval '8 days', points = points + 100;
  INSERT INTO lines
    SELECT t.* FROM transactions t LEFT JOIN lines USING (transaction_id)
    WHERE lines.transaction_id IS NULL ORDER BY transaction_id DESC LIMIT ${ADDED};
  UPDATE lines SET transaction_id = transaction_id + 1000000000000
    WHERE transaction_id NOT IN (SELECT transaction_id FROM originals);
  UPDATE lines SET reject_reason = NULL`

const FOLLOW = `UPDATE case_purchases SET is_open = $1 AND case_id IN (SELECT case_id FROM followed)`
const CLOSED = `SELECT count(*)::int AS n FROM cases JOIN followed ON case_id = id WHERE status = 'RESOLVED'`

const UNDO = `
  BEGIN;
  UPDATE cases SET status = 'SENT', resolution = NULL, resolved_at = NULL, reason = NULL, sent_at = opened_at
    FROM followed WHERE case_id = id AND status = 'RESOLVED';
  UPDATE case_purchases p SET status_seen = o.status FROM originals o WHERE o.transaction_id = p.transaction_id;
  DELETE FROM transactions WHERE transaction_id > 1000000000000;
  UPDATE transactions t SET (status, posted_at, points, reject_reason) = (o.status, o.posted_at, o.points, o.reject_reason)
    FROM originals o WHERE o.transaction_id = t.transaction_id;
  SELECT rebuild_sums();
  COMMIT`

const AMOUNTS = new Set(['amount', 'points', 'balance_after'])
const TIMES = new Set(['transaction_at', 'posted_at'])

async function fileOf(owner: Client): Promise<Buffer> {
  const names = table?.columns.map(({ name }) => name) ?? []
  const cells = names.map((name) => {
    if (AMOUNTS.has(name)) return `(${name} / 100.0)::numeric(20, 2)::text`
    if (TIMES.has(name)) return `to_char(${name} AT TIME ZONE 'Asia/Manila', 'YYYY-MM-DD HH24:MI:SS')`
    return `${name}::text`
  })
  const { rows } = await owner.query<{ line: string }>(
    `SELECT array_to_string(ARRAY[${cells}], ',', '') AS line FROM lines ORDER BY transaction_id`,
  )
  return Buffer.from(`${[names.join(','), ...rows.map(({ line }) => line)].join('\n')}\n`)
}
