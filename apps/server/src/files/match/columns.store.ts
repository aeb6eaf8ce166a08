import { sql } from 'kysely'
import { jsonb, type Reader, type Tx } from '../../db/client.ts'
import type { ColumnMatching, FoundColumns } from '../../db/schema.ts'

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
  const row = { is_shared: by.isShared, matching: jsonb(matching), matched_at: by.at }
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
