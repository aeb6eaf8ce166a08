import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { daysBefore, RETENTION_DAYS } from '../../db/retention-periods.ts'
import { forgetCopies } from './downloads.store.ts'
import { removeColumns } from './upload-columns.store.ts'

/**
 * `originals` are uploads with their results, `results` those of exports and actions, which have no upload.
 * `never-registered` are incomplete uploads, `reports` error and rejected files, and the preview.
 */
export const FILE_DATA = ['originals', 'results', 'never-registered', 'reports'] as const
export type FileData = (typeof FILE_DATA)[number]

const PAGE_FILES = 100

/** Keys of ended files with data past its retention, sorted. `after` is the last key of the previous page. */
export async function findPastRetention(
  db: Reader,
  data: FileData,
  now: Date,
  after: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('source_filekey')
    .where(isPastRetention(data, now))
    .$if(after !== null, (query) => query.where('source_filekey', '>', after))
    .orderBy('source_filekey')
    .limit(PAGE_FILES)
    .execute()
  return rows.map((row) => row.source_filekey)
}

/** Locks the row until the transaction ends. Undefined if its data is no longer past its retention. */
export async function lockPastRetention(tx: Tx, filekey: string, data: FileData, now: Date) {
  return tx
    .selectFrom('files')
    .select(['validated_at', 'reports_removed_at'])
    .where('source_filekey', '=', filekey)
    .where(isPastRetention(data, now))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function isPastRetention(data: FileData, now: Date): RawBuilder<SqlBool> {
  const until = (days: number) => daysBefore(now, days)
  const isJob = sql<SqlBool>`kind IN ('export', 'action')`
  const conditions = {
    // Not while a worker still copies it for a new run.
    originals: sql<SqlBool>`uploaded_at <= ${until(RETENTION_DAYS.originals)} AND NOT EXISTS (
      SELECT FROM files AS copy WHERE copy.copied_from = files.source_filekey
        AND copy.uploaded_at IS NULL AND copy.state IN ('UPLOADED', 'VALIDATING'))`,
    results: sql<SqlBool>`uploaded_at IS NULL AND ${isJob} AND finished_at <= ${until(RETENTION_DAYS.results)}`,
    'never-registered': sql<SqlBool>`uploaded_at IS NULL AND NOT ${isJob}
      AND finished_at <= ${until(RETENTION_DAYS.neverRegistered)}`,
    reports: sql<SqlBool>`validated_at <= ${until(RETENTION_DAYS.reports)}`,
  }
  const removedAt = sql.ref(data === 'reports' ? 'reports_removed_at' : 'originals_removed_at')
  return sql<SqlBool>`(finished_at IS NOT NULL AND ${removedAt} IS NULL AND ${conditions[data]})`
}

/** Marks the data as removed, and deletes its copies, and errors, or chunks, columns and corrected cells. */
export async function markRemoved(tx: Tx, filekey: string, data: FileData, at: Date): Promise<void> {
  await tx
    .updateTable('files')
    .set(data === 'reports' ? { reports_removed_at: at } : { originals_removed_at: at })
    .where('source_filekey', '=', filekey)
    .execute()
  const tables = data === 'reports' ? (['file_errors'] as const) : (['inquiry_chunks', 'cell_fixes'] as const)
  for (const table of tables) await tx.deleteFrom(table).where('source_filekey', '=', filekey).execute()
  if (data !== 'reports') await removeColumns(tx, filekey)
  await forgetCopies(tx, filekey, data === 'reports' ? 'reports' : 'results')
}

/** Deletes file rows and their inquiries after their objects are removed. Returns the number of files. */
export async function deleteOldFiles(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('files')
    .select('source_filekey')
    .where('finished_at', '<=', before)
    .where('originals_removed_at', 'is not', null)
    .where((q) => q.or([q('validated_at', 'is', null), q('reports_removed_at', 'is not', null)]))
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (old.length === 0) return 0
  const keys = old.map((row) => row.source_filekey)
  await tx
    .updateTable('files')
    .set({ already_uploaded: null })
    .where('already_uploaded', 'in', keys)
    .execute()
  await tx.deleteFrom('inquiries').where('source_filekey', 'in', keys).execute()
  await tx.deleteFrom('files').where('source_filekey', 'in', keys).execute()
  return keys.length
}

/** Ended inquiry files that cannot be retried, from the days in which one of their jobs may have been lost. */
export async function findJustEnded(db: Reader, from: Date, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('source_filekey')
    .where('finished_at', '>', from)
    .where('finished_at', '<=', until)
    .where('state', '<>', 'FAILED')
    .where('kind', '=', 'inquiry')
    .where('originals_removed_at', 'is', null)
    .execute()
  return rows.map((row) => row.source_filekey)
}
