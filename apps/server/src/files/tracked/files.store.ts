import { FILE_STATES, isFinalState } from '@backoffice/contract/file-states'
import type { FileError } from '@backoffice/contract/files'
import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { filesList } from '@backoffice/contract/lists/files'
import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { StoredFileApproval } from './file-approval.ts'

/** A subquery, because a join per name takes PostgreSQL longer to plan than the rows take to read: 7 ms with four. */
const nameOf = (userId: string) =>
  sql<string | null>`(SELECT given_name || ' ' || family_name FROM users WHERE users.id = ${sql.ref(userId)})`

/**
 * The latest request to confirm the file. Read in the order of the index by time, because only pending requests have an
 * index by record. The hour is a tolerance for the clocks of processes.
 */
const latestRequest = sql<StoredFileApproval | null>`CASE WHEN files.state = 'AWAITING_CONFIRMATION' THEN (
  SELECT jsonb_build_object(
    'id', request.id, 'kind', request.kind, 'status', request.status, 'expires_at', request.expires_at,
    'requested_by', request.requested_by, 'requester', ${nameOf('request.requested_by')},
    'decided_by', request.decided_by, 'decider', ${nameOf('request.decided_by')},
    'decided_at', request.decided_at, 'decision_reason', request.decision_reason)
  FROM approvals AS request
  WHERE request.requested_at > files.state_changed_at - interval '1 hour'
    AND request.records @> ARRAY[files.source_filekey::text]
  ORDER BY request.requested_at DESC, request.id DESC LIMIT 1) END`

export function filesWithNames(db: Reader) {
  // From the left, so that PostgreSQL leaves the users out of counts. Every file has an uploader.
  return db
    .selectFrom('files')
    .leftJoin('users as uploader', 'uploader.id', 'files.uploaded_by')
    .leftJoin('inquiries', 'inquiries.source_filekey', 'files.source_filekey')
    .leftJoin('files as earlier', 'earlier.source_filekey', 'files.already_uploaded')
    .selectAll('files')
    .select([
      sql<string>`uploader.given_name || ' ' || uploader.family_name`.as('uploader_name'),
      nameOf('files.runs_for').as('runs_for_name'),
      'inquiries.id as inquiry_id',
      'inquiries.purpose',
      'inquiries.ticket_no',
      'inquiries.as_of',
      'inquiries.partial',
      'inquiries.date_from',
      'inquiries.date_to',
      'inquiries.owner_id',
      nameOf('inquiries.owner_id').as('owner_name'),
      nameOf('files.hold_decided_by').as('decider_name'),
      'earlier.created_at as earlier_at',
      'earlier.uploaded_by as earlier_by',
      nameOf('earlier.uploaded_by').as('earlier_by_name'),
      latestRequest.as('approval'),
    ])
}

export type FileRow = Awaited<ReturnType<typeof findFile>> & {}

export async function findFile(db: Reader, filekey: string) {
  return filesWithNames(db).where('files.source_filekey', '=', filekey).executeTakeFirst()
}

/** If `isOpen`, the upload still accepts parts. Read once per part. */
export async function findUpload(db: Reader, filekey: string) {
  const row = await db
    .selectFrom('files')
    .select(['state', 'uploaded_by'])
    .where('source_filekey', '=', filekey)
    .executeTakeFirst()
  return row && { isOpen: row.state === 'PENDING_UPLOAD', ownerId: row.uploaded_by }
}

export async function findFiles(db: Reader, filekeys: readonly string[]): Promise<FileRow[]> {
  return filesWithNames(db).where('files.source_filekey', 'in', filekeys).execute()
}

/** Files that a worker is reading or writing. `change` differs after every change of the row. */
export function listRunningFiles(db: Reader) {
  return db
    .selectFrom('files')
    .select(['source_filekey', sql<string>`xmin::text`.as('change')])
    .where('state', 'in', ['VALIDATING', 'PROCESSING'])
    .execute()
}

export async function listErrors(db: Reader, filekey: string): Promise<FileError[]> {
  const rows = await db
    .selectFrom('file_errors')
    .selectAll()
    .where('source_filekey', '=', filekey)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({
    row_number: row.row_number,
    line_number: row.line_number,
    column: row.column_name,
    value: row.value,
    severity: row.severity === 'error' ? 'error' : 'warning',
    code: row.code,
    message: row.message,
  }))
}

/** `owner` limits the list to files of this user. */
export function filesSource(db: Reader, owner: string | null) {
  const query = filesWithNames(db)
  const file_name = sql.ref('files.file_name')
  return {
    declaration: filesList,
    query: owner ? query.where('files.uploaded_by', '=', owner) : query,
    id: sql.ref('files.source_filekey'),
    fields: {
      file_name: { sql: file_name },
      state: { sql: sql.ref('files.state') },
      kind: { sql: sql.ref('files.kind') },
      category: { sql: sql.ref('files.category') },
      uploaded_by: { sql: sql`(uploader.given_name || ' ' || uploader.family_name)` },
      created_at: { sql: sql.ref('files.created_at') },
      uploaded_at: { sql: sql.ref('files.uploaded_at'), nullable: true },
      checked_at: { sql: sql.ref('files.validated_at'), nullable: true },
      finished_at: { sql: sql.ref('files.finished_at'), nullable: true },
      rows: { sql: sql.ref('files.total') },
      invalid_rows: { sql: sql.ref('files.error') },
      error_code: {
        sql: sql`(SELECT string_agg(code, ', ' ORDER BY code) FROM jsonb_object_keys(files.error_codes) AS code)`,
        matches: (code: string) => sql<SqlBool>`files.error_codes ? ${code.toUpperCase()}`,
      },
      size: { sql: sql.ref('files.size') },
    },
    searched: [file_name],
  }
}

export async function listFiles(
  db: Reader,
  query: ListQuery<FieldOf<typeof filesList>>,
  owner: string | null,
) {
  const { rows, ...page } = await listRows(db, filesSource(db, owner), query)
  // Every write goes through `transitionFile`, so the column has only known states.
  return { rows, ...page }
}

const OPEN_STATES = FILE_STATES.filter((state) => !isFinalState(state))

/** True if an unfinished file of the user was copied from this one. The transaction must hold the row of this file. */
export async function hasOpenCopy(tx: Tx, filekey: string, userId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('files')
    .select('source_filekey')
    .where('copied_from', '=', filekey)
    .where('uploaded_by', '=', userId)
    .where('state', 'in', OPEN_STATES)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Marks the upload of a copy as complete. False if the file was cancelled meanwhile. */
export async function markCopied(db: Reader, filekey: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('files')
    .set({ uploaded_at: at })
    .where('source_filekey', '=', filekey)
    .where('state', '=', 'VALIDATING')
    .returning('source_filekey')
    .executeTakeFirst()
  return row !== undefined
}
