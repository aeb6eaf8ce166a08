import type { FileError } from '@backoffice/contract/endpoints/files'
import { canTransition, FILE_STEPS, type FileState, type FileStep } from '@backoffice/contract/file-states'
import { sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { Files } from '../../db/schema.generated.ts'
import { Refusal } from '../../kernel/errors.ts'

export type NewFile = {
  source_filekey: string
  category: string
  file_name: string
  size: number
  declared_sha256: string | null
  uploaded_by: string
  link_expires_at: Date
}

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.insertInto('files').values(file).execute()
}

export async function renewLink(tx: Tx, filekey: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('files')
    .set({ link_expires_at: expiresAt })
    .where('source_filekey', '=', filekey)
    .execute()
}

/**
 * Uploads a person has open: signed, not arrived, and the link still lives. Whoever counts goes on alone until
 * the transaction ends, so that two calls at once do not both find room. NO KEY: a call with an Idempotency-Key
 * already holds the row FOR KEY SHARE, by the foreign key of its claim, and two of them would wait for each other.
 */
export async function countOpenUploads(tx: Tx, userId: string, now: Date): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { open } = await tx
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('uploaded_by', '=', userId)
    .where('state', '=', 'PENDING_UPLOAD')
    .where('link_expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return open
}

/**
 * Bytes of a person's files that are kept or announced. After `countOpenUploads` in the same transaction, so that
 * two calls at once do not both find space. A result counts twice once there is its copy for spreadsheets.
 */
export async function storedBytes(tx: Tx, userId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('files')
    .select(
      sql<number>`coalesce(sum(
        size + coalesce(result_bytes, 0)::bigint * (1 + has_spreadsheet::int)
        + CASE WHEN reports_removed_at IS NULL THEN report_bytes ELSE 0 END
      ), 0)::float8`.as('bytes'),
    )
    .where('uploaded_by', '=', userId)
    .where('originals_removed_at', 'is', null)
    .where((q) => q.or([q('uploaded_at', 'is not', null), q('state', '=', 'PENDING_UPLOAD')]))
    .executeTakeFirstOrThrow()
  return bytes
}

/**
 * The row, held until the transaction ends: whoever wants to move it next waits and then sees the outcome. Rows that
 * refer to it (`already_uploaded`) can be written meanwhile.
 */
export async function lockFile(
  tx: Tx,
  filekey: string,
): Promise<
  { state: FileState; attempt: number; uploaded_at: Date | null; validated_at: Date | null } | undefined
> {
  const row = await tx
    .selectFrom('files')
    .select(['state', 'attempt', 'uploaded_at', 'validated_at'])
    .where('source_filekey', '=', filekey)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, state: row.state as FileState }
}

/**
 * The one way to change a file's state. The row must be locked by this transaction; a step that the table
 * of steps does not allow from here is refused with `file_state_conflict`. Answers the new state.
 */
export async function moveFile(
  tx: Tx,
  filekey: string,
  from: FileState,
  step: FileStep,
  changes: Updateable<Files> = {},
): Promise<FileState> {
  if (!canTransition(from, step)) {
    const words = from.toLowerCase().replaceAll('_', ' ')
    throw new Refusal('file_state_conflict', { detail: `The file is ${words}: this cannot be done now.` })
  }
  const { to } = FILE_STEPS[step]
  await tx
    .updateTable('files')
    .set((q) => ({ ...changes, state: to, state_changed_at: new Date(), version: q('version', '+', 1) }))
    .where('source_filekey', '=', filekey)
    .execute()
  return to
}

/** How far the reading is. False when the file is not being read any more: somebody cancelled it. */
export async function reportProgress(
  db: Reader,
  filekey: string,
  rows: number,
  bytes: number,
): Promise<boolean> {
  const row = await db
    .updateTable('files')
    .set({ total: rows, bytes_read: bytes })
    .where('source_filekey', '=', filekey)
    .where('state', '=', 'VALIDATING')
    .returning('source_filekey')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest other file with the same bytes that came to something in the last 30 days. */
export async function findSameContent(tx: Tx, filekey: string, sha256: string, category: string) {
  const row = await tx
    .selectFrom('files')
    .select('source_filekey')
    .where('sha256', '=', sha256)
    .where('category', '=', category)
    .where('source_filekey', '!=', filekey)
    .where('state', 'not in', ['REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED'])
    .where('created_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.source_filekey ?? null
}

export async function replaceErrors(tx: Tx, filekey: string, errors: readonly FileError[]): Promise<void> {
  await tx.deleteFrom('file_errors').where('source_filekey', '=', filekey).execute()
  if (errors.length === 0) return
  const rows = errors.map(({ column, ...error }, seq) => ({
    source_filekey: filekey,
    seq,
    column_name: column,
    ...error,
  }))
  await tx.insertInto('file_errors').values(rows).execute()
}

/** One chunk's rows have been answered. */
export async function addAnswered(
  tx: Tx,
  filekey: string,
  { rows, found, notFound }: { rows: number; found: number; notFound: number },
): Promise<void> {
  await tx
    .updateTable('files')
    .set((q) => ({
      processed: q('processed', '+', rows),
      found: q('found', '+', found),
      not_found: q('not_found', '+', notFound),
    }))
    .where('source_filekey', '=', filekey)
    .execute()
}

export async function markSpreadsheet(db: Reader, filekey: string): Promise<void> {
  await db.updateTable('files').set({ has_spreadsheet: true }).where('source_filekey', '=', filekey).execute()
}

/** Files that have stood in a state since before a moment. */
export async function findOverdue(db: Reader, state: FileState, before: Date) {
  return db
    .selectFrom('files')
    .select(['source_filekey', sql.lit(state).as('state')])
    .where('state', '=', state)
    .where(state === 'PENDING_UPLOAD' ? 'created_at' : 'state_changed_at', '<', before)
    .limit(1_000)
    .execute()
}

/** `table` is a name made from a key by `stagingTable`. */
export async function dropStaging(tx: Tx, table: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.table(table)}`.execute(tx)
}
