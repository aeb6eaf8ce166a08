import { maskCardNumbers } from '@backoffice/contract/card-number'
import { caseNumber } from '@backoffice/contract/case-values'
import { FILE_STATES, isFinalState } from '@backoffice/contract/file-states'
import { NAMED_OPEN_WORK, type OpenWork } from '@backoffice/contract/users'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { HttpError } from '../../kernel/errors.ts'
import { temporaryAccessOf } from '../access/temporary-access.store.ts'
import { countRequestsOf } from '../approvals/requests/approvals.store.ts'
import { insertNotices } from '../cases/case-notes.store.ts'

/** Includes failed files, which can be retried. */
const OPEN_STATES = FILE_STATES.filter((state) => !isFinalState(state) || state === 'FAILED')
/** With literals, to match the indexes of migration 041. */
const isOpen = sql<boolean>`files.state IN (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`

type OpenCounts = { files: number; inquiries: number; cases: number }

export async function countOpenWork(db: Reader, userId: string): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    SELECT
      (SELECT count(*)::int FROM files
       WHERE (uploaded_by = ${userId} OR runs_for = ${userId}) AND ${isOpen}) AS files,
      (SELECT count(*)::int FROM inquiries JOIN files USING (source_filekey)
       WHERE owner_id = ${userId} AND ${isOpen}) AS inquiries,
      (SELECT count(*)::int FROM cases
       WHERE assignee_id = ${userId} AND status IN ('OPEN', 'SENT')) AS cases`.execute(db)
  return rows[0] ?? { files: 0, inquiries: 0, cases: 0 }
}

export async function readOpenWork(db: Reader, userId: string): Promise<OpenWork> {
  type Row = Pick<OpenItem, 'source_filekey' | 'state'> & { file_name: string; total: number } & (
      | NonNullable<OpenItem['inquiry']>
      | { purpose: null; ticket_no: null }
    )
  const { rows } = await sql<Row>`
    WITH open AS (
      SELECT source_filekey FROM files WHERE uploaded_by = ${userId} AND ${isOpen}
      UNION SELECT source_filekey FROM files WHERE runs_for = ${userId} AND ${isOpen}
      UNION SELECT source_filekey FROM inquiries JOIN files USING (source_filekey)
        WHERE owner_id = ${userId} AND ${isOpen}
    )
    SELECT files.source_filekey, files.file_name, files.state, inquiries.purpose, inquiries.ticket_no,
      count(*) OVER ()::int AS total
    FROM open JOIN files USING (source_filekey)
      LEFT JOIN inquiries ON inquiries.source_filekey = files.source_filekey AND inquiries.owner_id = ${userId}
    ORDER BY files.created_at DESC, files.source_filekey
    LIMIT ${NAMED_OPEN_WORK}`.execute(db)
  return {
    ...(await countOpenWork(db, userId)),
    requests: await countRequestsOf(db, userId),
    temporary_access: (await temporaryAccessOf(db, [userId])).length,
    total: rows[0]?.total ?? 0,
    items: rows.map(({ source_filekey, file_name, state, purpose, ticket_no }) => ({
      source_filekey,
      name: maskCardNumbers(file_name),
      state,
      inquiry: purpose === null ? null : { purpose, ticket_no },
    })),
  }
}

type OpenItem = OpenWork['items'][number]

export type OpenKind = { kind: string; category: string }

export function openKinds(db: Reader, userId: string): Promise<OpenKind[]> {
  return db
    .selectFrom('files')
    .select(['kind', 'category'])
    .distinct()
    .where((q) => q.or([q('uploaded_by', '=', userId), q('runs_for', '=', userId)]))
    .where(isOpen)
    .execute()
}

/**
 * Moves open work to another user, including files of others that the former owner confirmed or retried. Inquiries move
 * first, because their files decide which are open. `entries` has an audit entry per file and case.
 */
export async function moveOpenWork(
  tx: Tx,
  from: string,
  to: string,
  now: Date,
): Promise<OpenCounts & { entries: AuditEntry[] }> {
  await requireNotApprover(tx, from, to)
  const inquiries = await tx
    .updateTable('inquiries')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('source_filekey', 'in', (q) => q.selectFrom('files').select('source_filekey').where(isOpen))
    .returning('id')
    .execute()
  const moved = (column: 'uploaded_by' | 'runs_for') =>
    sql<string>`CASE WHEN ${sql.ref(column)} = ${from} THEN ${to} ELSE ${sql.ref(column)} END`
  const files = await tx
    .updateTable('files')
    .set((q) => ({
      uploaded_by: moved('uploaded_by'),
      // Whole numbers stay visible only to the original uploader.
      original_uploader: sql<string | null>`CASE WHEN uploaded_by = ${from}
        THEN coalesce(original_uploader, uploaded_by) ELSE original_uploader END`,
      runs_for: moved('runs_for'),
      version: q('version', '+', 1),
    }))
    .where((q) => q.or([q('uploaded_by', '=', from), q('runs_for', '=', from)]))
    .where(isOpen)
    .returning('source_filekey')
    .execute()
  const nameOf = sql<string>`given_name || ' ' || family_name`.as('name')
  const people = await tx.selectFrom('users').select(['id', nameOf]).where('id', 'in', [from, to]).execute()
  const [former = '', next = ''] = [from, to].map((id) => people.find((each) => each.id === id)?.name)
  const cases = await moveOpenCases(tx, { from, to, former, now })
  return {
    files: files.length,
    inquiries: inquiries.length,
    cases: cases.length,
    entries: [
      ...files.map(({ source_filekey }) => ({
        ...({ resource: 'file', action: 'hand-over', id: source_filekey } as const),
        changes: { runs_for: [former, next] } as const,
      })),
      ...cases.map(({ id }) => ({
        ...({ resource: 'case', action: 'assign', id } as const),
        changes: { assignee: [former, next] } as const,
      })),
    ],
  }
}

/** Otherwise the receiver would make a change that they approved. */
async function requireNotApprover(tx: Tx, from: string, to: string): Promise<void> {
  const approved = await tx
    .selectFrom('files')
    .select('file_name')
    .where('runs_for', '=', from)
    .where('approved_by_id', '=', to)
    .where(isOpen)
    .executeTakeFirst()
  if (!approved) return
  const detail = `“${maskCardNumbers(approved.file_name)}” was approved by the receiver. Hand the open work over to another user.`
  throw new HttpError('own_request', { detail })
}

type CaseMove = { from: string; to: string; former: string; now: Date }

/** Assigns open cases to another user, who is notified. */
async function moveOpenCases(tx: Tx, { from, to, former, now }: CaseMove): Promise<{ id: string }[]> {
  const cases = await tx
    .updateTable('cases')
    .set((q) => ({ assignee_id: to, updated_at: now, version: q('version', '+', 1) }))
    .where('assignee_id', '=', from)
    .where('status', 'in', ['OPEN', 'SENT'])
    .returning(['id', 'case_no'])
    .execute()
  await insertNotices(
    tx,
    cases.map(({ id, case_no }) => ({
      ...{ user_id: to, case_id: id, at: now },
      text: `${caseNumber(case_no)} of ${former} was assigned to you.`,
    })),
  )
  return cases
}
