import { isFinalState } from '@backoffice/contract/file-states'
import type pg from 'pg'
import type { Reader } from '../../db/client.ts'
import { stagingTable } from '../staging/staging.ts'
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
 * The tables that no work of the file needs. They must have been listed before the file was read: a table that a dry run
 * stages later is then not among them, and one that it staged earlier is accepted, refused, or may still be accepted.
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
