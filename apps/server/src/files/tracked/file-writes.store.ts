import type { FileKind } from '@backoffice/contract/file-kinds'
import {
  canTransition,
  FILE_TRANSITIONS,
  type FileState,
  type FileTransition,
  isFinalState,
} from '@backoffice/contract/file-states'
import type { FileError } from '@backoffice/contract/files'
import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { DB, FileRequest } from '../../db/schema.ts'
import { lockUserRow } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { REFUSED_STATUSES } from './file-approval.ts'
import { removeRowsToFix } from './rows-to-fix.store.ts'

type NewFile = {
  source_filekey: string
  kind: FileKind
  category: string
  file_name: string
  size: number
  content_type?: string | null
  declared_sha256: string | null
  uploaded_by: string
  runs_for?: string
  link_expires_at: Date
  /** Multipart upload in a bucket. */
  upload_id?: string | null
  /** Files without an upload start as QUEUED; copies of an upload as UPLOADED. */
  state?: 'QUEUED' | 'UPLOADED'
  /** The file whose upload a worker copies. */
  copied_from?: string
  /** Uploader of its card numbers, if another user. */
  original_uploader?: string | null
  confirmed_at?: Date
  request?: FileRequest
}

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.insertInto('files').values(file).execute()
}

export async function updateLink(
  tx: Tx,
  filekey: string,
  link: Pick<NewFile, 'link_expires_at' | 'upload_id'>,
): Promise<void> {
  await tx.updateTable('files').set(link).where('source_filekey', '=', filekey).execute()
}

/** Pending uploads of a user whose link has not expired. Locks the user's row. */
export async function countOpenUploads(tx: Tx, userId: string, now: Date): Promise<number> {
  await lockUserRow(tx, userId)
  const { open } = await tx
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('uploaded_by', '=', userId)
    .where('state', '=', 'PENDING_UPLOAD')
    .where('link_expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return open
}

/** Open exports and actions of a user. Locks the user’s row. */
export async function countOpenJobs(tx: Tx, userId: string): Promise<number> {
  await lockUserRow(tx, userId)
  const { open } = await tx
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('uploaded_by', '=', userId)
    .where('kind', 'in', ['export', 'action'])
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .executeTakeFirstOrThrow()
  return open
}

/**
 * Stored and announced bytes of a user, with the copies of results and reports. The transaction must hold the user's
 * row.
 */
export async function storedBytes(tx: Tx, userId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('files')
    .select(
      sql<number>`coalesce(sum(
        size + coalesce(result_bytes, 0)::bigint
        + CASE WHEN reports_removed_at IS NULL THEN report_bytes ELSE 0 END
        + (SELECT coalesce(sum(bytes), 0) FROM file_copies
          WHERE file_copies.source_filekey = files.source_filekey)::bigint
      ), 0)::float8`.as('bytes'),
    )
    .where('uploaded_by', '=', userId)
    .where('originals_removed_at', 'is', null)
    .where((q) =>
      q.or([
        q('uploaded_at', 'is not', null),
        q('state', 'in', ['PENDING_UPLOAD', 'UPLOADED', 'VALIDATING']),
        q('kind', 'in', ['export', 'action']),
      ]),
    )
    .executeTakeFirstOrThrow()
  return bytes
}

/**
 * Locks the row until the transaction ends. NO KEY UPDATE lets other transactions write rows that refer to it
 * (`already_uploaded`).
 */
export function lockFile(tx: Tx, filekey: string) {
  return tx
    .selectFrom('files')
    .select(['state', 'attempt', 'uploaded_at', 'validated_at', 'processed', 'staged_run'])
    .where('source_filekey', '=', filekey)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * The only way to change the state of a file. The transaction must hold the row. Throws `file_state_conflict`
 * for a transition that the state does not allow. Returns the new state.
 */
export async function transitionFile(
  tx: Tx,
  filekey: string,
  from: FileState,
  step: FileTransition,
  changes: Updateable<DB['files']> = {},
): Promise<FileState> {
  if (!canTransition(from, step)) {
    const detail = `The file is ${from.toLowerCase().replaceAll('_', ' ')}, so this is not possible now.`
    throw new HttpError('file_state_conflict', { detail })
  }
  const { to } = FILE_TRANSITIONS[step]
  if (to === 'QUEUED' || isFinalState(to)) await removeRowsToFix(tx, filekey)
  await tx
    .updateTable('files')
    .set((q) => ({ ...changes, state: to, state_changed_at: new Date(), version: q('version', '+', 1) }))
    .where('source_filekey', '=', filekey)
    .execute()
  return to
}

/** False if the file was cancelled, or another job checks it again. */
export async function updateProgress(
  db: Reader,
  { filekey, attempt }: { filekey: string; attempt: number },
  { rows, bytes }: { rows: number; bytes: number },
): Promise<boolean> {
  const row = await db
    .updateTable('files')
    .set({ total: rows, bytes_read: bytes })
    .where('source_filekey', '=', filekey)
    .where('attempt', '=', attempt)
    .where('state', '=', 'VALIDATING')
    .returning('source_filekey')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateTotal(db: Reader, filekey: string, total: number): Promise<void> {
  await db.updateTable('files').set({ total, processed: 0 }).where('source_filekey', '=', filekey).execute()
}

/** False if the file was cancelled. */
export async function updateProcessed(db: Reader, filekey: string, rows: number): Promise<boolean> {
  const row = await db
    .updateTable('files')
    .set({ processed: rows })
    .where('source_filekey', '=', filekey)
    .where('state', '=', 'PROCESSING')
    .returning('source_filekey')
    .executeTakeFirst()
  return row !== undefined
}

/** Newest other upload of the same content in the last 30 days, unless rejected, expired, cancelled or failed. */
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

export async function addChunkCounts(
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

/** Stores the decision on a held result. The transaction must hold the row. */
export async function decideHold(
  tx: Tx,
  filekey: string,
  { decision, reason, by, at }: { decision: 'RELEASED' | 'REFUSED'; reason: string; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('files')
    .set((q) => ({
      hold_decision: decision,
      hold_reason: reason,
      hold_decided_by: by,
      hold_decided_at: at,
      version: q('version', '+', 1),
    }))
    .where('source_filekey', '=', filekey)
    .execute()
}

export async function storeApprover(tx: Tx, filekey: string, by: { id: string | null; name: string }) {
  const approver = { approved_by_id: by.id, approved_by_name: by.name }
  await tx.updateTable('files').set(approver).where('source_filekey', '=', filekey).execute()
}

export async function findOverdue(db: Reader, state: FileState, before: Date) {
  return (
    db
      .selectFrom('files')
      .select(['source_filekey', sql.lit(state).as('state')])
      .where('state', '=', state)
      .where(state === 'PENDING_UPLOAD' ? 'created_at' : 'state_changed_at', '<=', before)
      // A file that waits for approval ends with its request; a refused one can be confirmed again.
      .where(
        sql<SqlBool>`NOT EXISTS (SELECT FROM approvals WHERE records @> ARRAY[source_filekey::text]
          AND (status = 'PENDING' OR (status IN (${sql.join(REFUSED_STATUSES)}) AND decided_at > ${before})))`,
      )
      .limit(1_000)
      .execute()
  )
}
