import { sql, type Transaction } from 'kysely'
import type { Tx } from '../db/client.ts'
import {
  forgetSeenVersion,
  type Ledger,
  ledgerVersion,
  lockSeenVersion,
  noteSeenVersion,
} from '../db/ledger.ts'
import type { LedgerDB } from '../db/schema.ts'
import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Rows in memory at once. A ledger of years has 200,000. */
const BATCH_ROWS = 5_000
/** A day has some dozens of rows. */
const BATCH_PARTS = 100

/** `part` is a column of few values. Rows that the ledger lacks are found by it. */
const SUMS = [
  {
    table: 'code_usage',
    part: 'kind',
    key: ['kind', 'source_system', 'code', 'company_code', 'branch_code'],
  },
  {
    table: 'transaction_days',
    part: 'business_date',
    key: ['business_date', 'company_code', 'tran_class', 'status'],
  },
] as const
type Sums = (typeof SUMS)[number]
/** All reads see the same change of the ledger. */
type Snapshot = Transaction<LedgerDB>

/**
 * Copies sums of a separate ledger to the main database if they have changed since the last copy, or all. `isWhole`
 * also finds what another ledger in its place has, such as one of a back-up with later changes, and lets cases be
 * compared again.
 */
export async function copySums(
  { db, ledger }: Pick<WorkerDeps, 'db' | 'ledger'>,
  { isWhole }: Jobs['copy-sums'] = {},
): Promise<void> {
  if (ledger.isApart) await db.transaction().execute((tx) => copySumsIn(tx, ledger, { isWhole }))
  else await forgetCopies(db)
}

/** So that a load into the main database is accepted if it has the ledger again. */
async function forgetCopies(db: WorkerDeps['db']): Promise<void> {
  await db
    .updateTable('ledger_readers')
    .set({ version: '0' })
    .where('name', '=', 'sums')
    .where('version', '<>', '0')
    .execute()
}

/** The same within a transaction. Other copies wait until it ends. */
export async function copySumsIn(
  tx: Tx,
  ledger: Ledger,
  { isWhole = false }: Jobs['copy-sums'] = {},
): Promise<void> {
  if (!ledger.isApart) return
  // Locks before the snapshot, so that a copy that has waited never writes older sums.
  const seen = await lockSeenVersion(tx, 'sums')
  const reads = ledger.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  await reads.execute(async (snapshot) => {
    const version = await ledgerVersion(snapshot)
    if (version === seen && !isWhole) return
    // A lower version is that of an older back-up.
    const since = isWhole || BigInt(version) < BigInt(seen) ? '-1' : seen
    for (const sums of SUMS) {
      await copyChanged(tx, snapshot, sums, since)
      await removeMissing(tx, snapshot, sums)
    }
    await noteSeenVersion(tx, 'sums', { seen, version })
    // They too may have read another ledger.
    if (isWhole) await forgetSeenVersion(tx, 'cases')
  })
}

/** Rows travel as text, because neither the numbers nor the times of JavaScript are exact. */
type TextRow = { row: string }
const toJson = (rows: readonly TextRow[]) => sql`${`[${rows.map(({ row }) => row).join()}]`}::jsonb`

async function copyChanged(tx: Tx, snapshot: Snapshot, { table }: Sums, since: string): Promise<void> {
  await sql`DECLARE changed NO SCROLL CURSOR FOR
    SELECT to_jsonb(s)::text AS row FROM ${sql.table(table)} s WHERE version > ${sql.lit(since)}`.execute(
    snapshot,
  )
  for (;;) {
    const { rows } = await sql<TextRow>`FETCH ${sql.lit(BATCH_ROWS)} FROM changed`.execute(snapshot)
    if (rows.length > 0) await sql`SELECT copy_sums(${table}, ${toJson(rows)})`.execute(tx)
    if (rows.length < BATCH_ROWS) break
  }
  await sql`CLOSE changed`.execute(snapshot)
}

/** The copies have all rows of the ledger, so where they are more, some have gone there. */
async function removeMissing(tx: Tx, snapshot: Snapshot, sums: Sums): Promise<void> {
  if ((await countRows(tx, sums)) === (await countRows(snapshot, sums))) return
  const left = await countParts(snapshot, sums)
  const copied = [...(await countParts(tx, sums))]
  const parts = copied.filter(([part, rows]) => left.get(part) !== rows).map(([part]) => part)
  for (let at = 0; at < parts.length; at += BATCH_PARTS) {
    const batch = parts.slice(at, at + BATCH_PARTS)
    const kept = await sql<TextRow>`
      SELECT to_jsonb(s)::text AS row FROM (
        SELECT ${sql.join(sums.key.map(sql.ref))} FROM ${sql.table(sums.table)} WHERE ${sql.ref(sums.part)} = ANY(${batch})
      ) s`.execute(snapshot)
    await sql`SELECT remove_copied_sums(${sums.table}, ${batch}, ${toJson(kept.rows)})`.execute(tx)
  }
}

async function countRows(db: Tx | Snapshot, { table }: Sums): Promise<string | undefined> {
  const { rows } = await sql<{ rows: string }>`SELECT count(*) AS rows FROM ${sql.table(table)}`.execute(db)
  return rows[0]?.rows
}

async function countParts(db: Tx | Snapshot, { table, part }: Sums): Promise<Map<string, string>> {
  const { rows } = await sql<{ part: string; rows: string }>`
    SELECT ${sql.ref(part)}::text AS part, count(*) AS rows FROM ${sql.table(table)} GROUP BY 1`.execute(db)
  return new Map(rows.map((each) => [each.part, each.rows]))
}
