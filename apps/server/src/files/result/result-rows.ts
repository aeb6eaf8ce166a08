import type { ClientBase, QueryResult } from 'pg'
import { stagingTable } from '../../db/staging-table.ts'
import { CopyToStdout } from './copy-to-stdout.ts'
import { LineWriter } from './line-writer.ts'
import type { RowRange, WrittenChunk } from './result-chunks.ts'
import type { ChunkIndex } from './result-index.ts'
import { ResultLines, type WorkingDays } from './result-lines.ts'

type ResultRowsInput = RowRange & {
  /** In the caller's transaction, to which planner settings apply. */
  client: ClientBase
  filekey: string
  /** The accepted dry run; null for one of the former release. */
  run: string | null
  days: WorkingDays
  /** YYYY-MM-DD; ages are computed relative to it. */
  asOf: string
  /** Range of rows without dates; both ends or none. */
  dateFrom?: string | null
  dateTo?: string | null
  /** Stores the chunk's lines without the header. A block is reused for the one after next. Errors are rethrown. */
  write(lines: AsyncIterable<Uint8Array>): Promise<WrittenChunk>
  signal?: AbortSignal
}

type WrittenRows = WrittenChunk & { rows: number; found: number; notFound: number; index: ChunkIndex }

/**
 * Writes one line per row of the chunk, in file order. The database looks up cards in card order; lines are formatted
 * on arrival and sorted at the end. An error drains the COPY first, so that the connection can roll back.
 */
export async function writeResultRows(input: ResultRowsInput): Promise<WrittenRows> {
  const { client, write, signal, fromRow, toRow } = input
  const isDivided = await prepareChunk(client)
  const lines = new ResultLines({ fromRow, toRow }, input.days)
  try {
    const copy = client.query(
      new CopyToStdout(`COPY (${resultQuery(input, isDivided)}) TO STDOUT`, lines.take, signal),
    )
    const rows = await copy.ended
    if (rows !== toRow - fromRow + 1) throw new Error(`rows ${fromRow} to ${toRow}: ${rows} lines`)
    const written = await write(lines.inOrder(signal))
    return { ...written, rows, found: lines.found, notFound: lines.notFound, index: lines.index() }
  } finally {
    lines.free()
  }
}

/**
 * Reads the main database's calendar, which is smaller than a chunk. `client` is in a transaction, `asOf` YYYY-MM-DD.
 */
export async function readWorkingDays(client: ClientBase, asOf: string): Promise<WorkingDays> {
  await client.query("SET LOCAL datestyle = 'ISO, YMD'")
  const byDay = new Map<number, number>()
  const cells = new LineWriter()
  const text = 'COPY (SELECT day, working_days FROM calendar_days) TO STDOUT'
  const copy = client.query(
    new CopyToStdout(text, (bytes, start) => {
      cells.source = bytes
      cells.from = start
      byDay.set(cells.date(), cells.wholeNumber())
    }),
  )
  await copy.ended
  const [year, month, day] = asOf.split('-').map(Number) as [number, number, number]
  return { asOf: byDay.get((year * 16 + month) * 32 + day), byDay }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

export type ResultQuery = RowRange & {
  filekey: string
  run?: string | null
  asOf: string
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
}

/**
 * Forces one index look-up per row, in card order, as the best statement in psql does. By default the planner chooses
 * joins that read whole tables, and parallel workers that other chunks need.
 */
export const PLANNER_SETTINGS = `
  SET LOCAL jit = off;
  SET LOCAL enable_hashjoin = off;
  SET LOCAL enable_mergejoin = off;
  SET LOCAL enable_seqscan = off;
  SET LOCAL enable_material = off;
  SET LOCAL enable_memoize = off;
  SET LOCAL max_parallel_workers_per_gather = 0;
  SET LOCAL work_mem = '64MB';
  SET LOCAL timezone = 'Asia/Manila';
  SET LOCAL datestyle = 'ISO, YMD'`

/**
 * Merges the rows with the cards of the chunk. Transactions are still looked up by row, which has no other plan. Citus
 * has only the latter. It joins the three tables on each node, but neither with a list of cards nor with a CTE.
 */
export const CHUNK_SETTINGS = `${PLANNER_SETTINGS};
  SELECT is_divided AS "isDivided", set_config('enable_mergejoin', (NOT is_divided)::text, true),
    set_config('enable_nestloop', is_divided::text, true)
  FROM (SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS is_divided) AS ledger`

/** Settings of the transaction. True if the ledger is divided. */
async function prepareChunk(client: ClientBase): Promise<boolean> {
  // The types of the driver know only the reply to a single statement.
  const replies: unknown = await client.query(CHUNK_SETTINGS)
  return (replies as QueryResult<{ isDivided: boolean }>[]).at(-1)?.rows[0]?.isDivided ?? false
}

/** Checks a day for interpolation, because COPY accepts no parameters. */
export function sqlDay(value: string): string {
  if (!DAY.test(value)) throw new TypeError('not a day')
  return `date '${value}'`
}

function rowOrRequestDay(column: string, value: string | null | undefined): string {
  return value ? `coalesce(s.${column}, ${sqlDay(value)})` : `s.${column}`
}

/** For ResultLines, in card order. The number of transactions comes early; null means that the card was not found. */
export function resultQuery(input: ResultQuery, isDivided = false): string {
  const columns = `s.row_no, s.card_text, s.reference_no, s.outcome, t.transactions, s.reason,
  c.status, c.tier, c.points_balance, t.last_at, t.amount, t.earned, t.redeemed, t.pending, t.oldest`
  if (isDivided) return `SELECT ${columns} FROM ${resultTables(input)}`
  return `
WITH staged AS MATERIALIZED ${sortedRows(input)}
SELECT ${columns}
FROM ${resultTables(input, 'staged', CARDS_OF_STAGED)}`
}

/** The cards in one index scan, which moves on within a page instead of descending from the root for each card. */
const CARDS_OF_STAGED =
  '(SELECT * FROM cards WHERE card_number = ANY (ARRAY(SELECT card_number FROM staged WHERE card_number > 0)))'

function sortedRows({ filekey, run, fromRow, toRow }: ResultQuery): string {
  if (!Number.isSafeInteger(fromRow) || !Number.isSafeInteger(toRow)) throw new TypeError('not a row')
  return `(
  SELECT * FROM ${stagingTable(filekey, run)} WHERE row_no BETWEEN ${fromRow} AND ${toRow} ORDER BY card_number
)`
}

/** The aliases are rows s, cards c, totals t. `rows` and `cards` are relations with the columns of the tables. */
export function resultTables(input: ResultQuery, rows = sortedRows(input), cards = 'cards'): string {
  return `${rows} s
LEFT JOIN ${cards} c ON c.card_number = s.card_number
LEFT JOIN LATERAL (
  SELECT count(*) AS transactions,
    sum(amount) FILTER (WHERE status <> 'REJECTED') AS amount,
    sum(points) FILTER (WHERE tran_class = 'EARN' AND status = 'POSTED') AS earned,
    -sum(points) FILTER (WHERE tran_class = 'REDEEM' AND status = 'POSTED') AS redeemed,
    count(*) FILTER (WHERE status = 'PENDING') AS pending,
    min(business_date) FILTER (WHERE status = 'PENDING') AS oldest,
    max(transaction_at) AS last_at
  FROM transactions
  WHERE card_number = c.card_number
    AND business_date BETWEEN ${rowOrRequestDay('date_from', input.dateFrom)} AND ${rowOrRequestDay('date_to', input.dateTo)}
) t ON c.status IS NOT NULL`
}
