import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { ColumnMatching, FoundColumns } from '../../db/schema.ts'

export async function storeColumns(
  tx: Tx,
  filekey: string,
  { fingerprint, found }: { fingerprint: string; found: FoundColumns },
): Promise<void> {
  const row = { fingerprint, columns: json(found) }
  await tx
    .insertInto('upload_columns')
    .values({ source_filekey: filekey, ...row })
    .onConflict((conflict) => conflict.column('source_filekey').doUpdateSet(row))
    .execute()
}

export async function findColumns(db: Reader, filekey: string) {
  const row = await db
    .selectFrom('upload_columns')
    .select(['fingerprint', 'columns'])
    .where('source_filekey', '=', filekey)
    .executeTakeFirst()
  return row && { fingerprint: row.fingerprint, found: row.columns }
}

/** Requests another sheet or header row from the next reading. */
export async function wantColumns(
  tx: Tx,
  filekey: string,
  wanted: NonNullable<FoundColumns['wanted']>,
): Promise<void> {
  await tx
    .updateTable('upload_columns')
    .set({ columns: sql<FoundColumns>`columns || ${JSON.stringify({ wanted })}::jsonb` })
    .where('source_filekey', '=', filekey)
    .execute()
}

/** Removes what was stored of the upload: its columns and corrected cells. */
export async function removeColumns(tx: Tx, filekey: string): Promise<void> {
  await tx.deleteFrom('upload_columns').where('source_filekey', '=', filekey).execute()
  await removeAllFixes(tx, filekey)
}

/** Removes the corrected cells and the rows to correct, also of a file whose columns are matched again. */
export async function removeAllFixes(tx: Tx, filekey: string): Promise<void> {
  for (const table of ['cell_fixes', 'rows_to_fix'] as const)
    await tx.deleteFrom(table).where('source_filekey', '=', filekey).execute()
}

/** Copies columns and corrected cells to a file that runs the same upload again. */
export async function copyColumns(tx: Tx, from: string, to: string): Promise<void> {
  await sql`INSERT INTO upload_columns (source_filekey, fingerprint, columns)
    SELECT ${to}, fingerprint, columns FROM upload_columns WHERE source_filekey = ${from}`.execute(tx)
  await sql`INSERT INTO cell_fixes (source_filekey, row_no, field, value, was, fixed_by, fixed_at)
    SELECT ${to}, row_no, field, value, was, fixed_by, fixed_at
    FROM cell_fixes WHERE source_filekey = ${from}`.execute(tx)
}

type Headers = { category: string; fingerprint: string }

export type Memory = {
  matching: ColumnMatching
  matched_at: Date
  is_shared: boolean
  /** Name of the user. */
  by: string
}

/** The last matching of these headers by the user, and the last one that another user shares. */
export async function findMemories(
  db: Reader,
  { category, fingerprint }: Headers,
  userId: string,
): Promise<{ own: Memory | undefined; shared: Memory | undefined }> {
  const rows = await db
    .selectFrom('column_matchings')
    .innerJoin('users', 'users.id', 'column_matchings.user_id')
    .select(['user_id', 'matching', 'matched_at', 'is_shared'])
    .select(sql<string>`given_name || ' ' || family_name`.as('by'))
    .where('category', '=', category)
    .where('fingerprint', '=', fingerprint)
    .where((q) => q.or([q('user_id', '=', userId), q('is_shared', '=', true)]))
    .orderBy('matched_at', 'desc')
    .execute()
  return {
    own: rows.find(({ user_id }) => user_id === userId),
    shared: rows.find(({ user_id }) => user_id !== userId),
  }
}

export async function rememberMatching(
  tx: Tx,
  { category, fingerprint }: Headers,
  by: { userId: string; isShared: boolean; at: Date },
  matching: ColumnMatching,
): Promise<void> {
  const row = { is_shared: by.isShared, matching: json(matching), matched_at: by.at }
  await tx
    .insertInto('column_matchings')
    .values({ category, fingerprint, user_id: by.userId, ...row })
    .onConflict((conflict) => conflict.columns(['category', 'fingerprint', 'user_id']).doUpdateSet(row))
    .execute()
}

/** Other files of the user that wait for a matching of these headers. */
export function listSameHeaders(
  db: Reader,
  { category, fingerprint }: Headers,
  { userId, except }: { userId: string; except: string },
) {
  return db
    .selectFrom('files')
    .innerJoin('upload_columns', 'upload_columns.source_filekey', 'files.source_filekey')
    .select(['files.source_filekey', 'files.version', 'files.file_name'])
    .where('files.uploaded_by', '=', userId)
    .where('files.category', '=', category)
    .where('files.state', '=', 'MATCHING')
    .where('files.source_filekey', '!=', except)
    .where('fingerprint', '=', fingerprint)
    .orderBy('files.created_at')
    .limit(100)
    .execute()
}

/** The driver would write an array as one of PostgreSQL. */
const json = <T>(value: T): RawBuilder<T> => sql`${JSON.stringify(value)}::jsonb`
