import { isFinalState } from '@backoffice/contract/file-states'
import type { PreviewRow } from '@backoffice/contract/files'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { stagingTable } from '../../db/staging-table.ts'
import type { FileRow } from './files.store.ts'
import { canRetry } from './tracked-file.ts'

/** Longest wait for a look-up that reads the table. */
const LOCK_TIMEOUT_SECONDS = 5

type StagedFile = Pick<FileRow, 'state' | 'staged_run' | 'originals_removed_at'>

/** Staging tables of a file, of every dry run. */
export async function listStagingTables(pool: pg.Pool, filekey: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('staging.%s', tablename) AS name FROM pg_tables
     WHERE schemaname = 'staging' AND starts_with(tablename::text, $1) ORDER BY 1`,
    [stagingTable(filekey).replace('staging.', '')],
  )
  return rows.map(({ name }) => name)
}

/** Keys of all files that have staging tables. */
export async function listStagedFiles(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ filekey: string }>(
    `SELECT DISTINCT substr(tablename, 3, 32)::uuid AS filekey FROM pg_tables
     WHERE schemaname = 'staging' AND tablename ~ '^f_[0-9a-f]{32}(_[0-9a-f]{12})?$'`,
  )
  return rows.map(({ filekey }) => filekey)
}

/** Undefined if the file is deleted. */
export function findStagedFile(db: Reader, filekey: string): Promise<StagedFile | undefined> {
  return db
    .selectFrom('files')
    .select(['state', 'staged_run', 'originals_removed_at'])
    .where('source_filekey', '=', filekey)
    .executeTakeFirst()
}

/**
 * The tables that no work of the file needs. They must have been listed before the file was read. A table that a dry
 * run stages later is then not among them, and one that it staged earlier is accepted, refused, or may still be
 * accepted.
 */
export function unneededTables(
  tables: readonly string[],
  filekey: string,
  file: StagedFile | undefined,
): readonly string[] {
  if (!file || (isFinalState(file.state) && !canRetry(file))) return tables
  const named = stagingTable(filekey, file.staged_run)
  // A confirmed file without its rows may be staged again at this time.
  const isConfirmed = file.state === 'QUEUED' || file.state === 'PROCESSING'
  if (file.state === 'VALIDATING' || (isConfirmed && !tables.includes(named))) return []
  return tables.filter((table) => table !== named)
}

/** Throws `55P03` while a look-up holds the table. */
export async function dropStagingTable(pool: pg.Pool, table: string): Promise<void> {
  // Not SET LOCAL, with which Citus would send the whole text to its nodes.
  const limit = `SELECT set_config('lock_timeout', '${LOCK_TIMEOUT_SECONDS}s', true)`
  await pool.query(`${limit}; DROP TABLE IF EXISTS ${table}`)
}

/** True if the staging table exists. `table` comes from `stagingTable`. */
export async function isStaged(db: Reader | LedgerReader, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS exists`.execute(
    db,
  )
  return rows[0]?.exists ?? false
}

const OUTCOME_LETTERS = { new: 'N', changed: 'C', unchanged: 'U', rejected: 'R' } as const

type PreviewFilter = {
  outcome: PreviewRow['outcome']
  /** Limits changed rows to changes of these fields. */
  fields?: readonly string[] | undefined
}

type StagedRow = Omit<PreviewRow, 'outcome' | 'row_number' | 'line_number' | 'changes'> & {
  row_no: number
  line_no: number
  changes: Record<string, readonly [string | null, string | null]>
}

/** Null if the file has no staged rows, or no longer has them. */
export async function countPreview(db: Reader, filekey: string, filter: PreviewFilter) {
  if (!(await isStaged(db, stagingTable(filekey)))) return null
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${table(filekey)} WHERE ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** `after` and `before` are exclusive row numbers. Always in row order. */
export async function listPreview(
  db: Reader,
  filekey: string,
  filter: PreviewFilter,
  { after, before, offset, limit }: { after?: number; before?: number; offset: number; limit: number },
): Promise<PreviewRow[]> {
  const bound =
    before !== undefined
      ? sql`AND row_no < ${before}`
      : after !== undefined
        ? sql`AND row_no > ${after}`
        : sql``
  const direction = before === undefined ? sql`ASC` : sql`DESC`
  const { rows } = await sql<StagedRow>`
    SELECT row_no, line_no, key, name, id, changes, errors FROM ${table(filekey)}
    WHERE ${matching(filter)} ${bound}
    ORDER BY row_no ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  if (before !== undefined) rows.reverse()
  return rows.map(({ row_no, line_no, changes, ...row }) => ({
    ...row,
    row_number: row_no,
    line_number: line_no,
    outcome: filter.outcome,
    changes: Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to })),
  }))
}

const table = (filekey: string) => sql.table(stagingTable(filekey))

function matching({ outcome, fields }: PreviewFilter): RawBuilder<SqlBool> {
  const byField = fields ? sql`AND changes ?| ${[...fields]}::text[]` : sql``
  return sql`outcome = ${OUTCOME_LETTERS[outcome]} ${byField}`
}
