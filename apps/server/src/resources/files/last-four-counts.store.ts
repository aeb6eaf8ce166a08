import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import { LAST_FOURS } from '../../inquiry-file/row-processor.ts'
import { isStaged } from './staging-tables.store.ts'

/** Valid rows of a staged inquiry by last four digits; zeros without the table. `table`: from `stagingTable`. */
export async function stagedLastFours(db: LedgerReader, table: string): Promise<Uint32Array> {
  const counts = new Uint32Array(LAST_FOURS)
  if (!(await isStaged(db, table))) return counts
  const { rows } = await sql<{ last_four: number; rows: number }>`
    SELECT (card_number % 10000)::int AS last_four, count(*)::int AS rows FROM ${sql.table(table)}
    WHERE outcome = 'V' GROUP BY 1`.execute(db)
  for (const { last_four, rows: count } of rows) counts[last_four] = count
  return counts
}

/** Adds row counts of a file to those of its uploader. Returns the counts of the last 30 days, including these. */
export async function addLastFours(
  tx: Tx,
  { userId, day, counts }: { userId: string; day: string; counts: Uint32Array },
): Promise<Uint32Array> {
  const none = toBytes(new Uint32Array(counts.length))
  await tx
    .insertInto('last_four_counts')
    .values({ user_id: userId, day, counts: none })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Locked, so that concurrent dry runs of a user see each other.
  const rows = await tx
    .selectFrom('last_four_counts')
    .select(['day', 'counts'])
    .where('user_id', '=', userId)
    .where('day', '>', sql<string>`${day}::date - ${RETENTION_DAYS.lastFourCounts}::int`)
    .orderBy('day')
    .forUpdate()
    .execute()
  const sum = Uint32Array.from(counts)
  const today = Uint32Array.from(counts)
  for (const row of rows) {
    const earlier = fromBytes(row.counts)
    add(sum, earlier)
    if (row.day === day) add(today, earlier)
  }
  await tx
    .updateTable('last_four_counts')
    .set({ counts: toBytes(today) })
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
  return sum
}

function add(sum: Uint32Array, more: Uint32Array): void {
  for (const [lastFour, rows] of more.entries()) sum[lastFour] = (sum[lastFour] ?? 0) + rows
}

const toBytes = (counts: Uint32Array) => Buffer.from(counts.buffer, counts.byteOffset, counts.byteLength)

/** Copied, because the driver's buffer may not be aligned to words. */
const fromBytes = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)
