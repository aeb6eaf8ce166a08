import { FILE_STATES, isFinalState } from '@backoffice/contract/file-states'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { AuditEntry } from '../../kernel/call-audit.ts'

/** Nothing more happens to a file in these states. A failed one can be retried. */
const END_STATES = FILE_STATES.filter((state) => isFinalState(state) && state !== 'FAILED')

/** Files that have not ended or can be retried, and their inquiries. */
export type OpenWork = { files: number; inquiries: number }

export async function countOpenWork(db: Reader, userId: string): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    SELECT
      (SELECT count(*)::int FROM files
       WHERE (uploaded_by = ${userId} OR runs_for = ${userId}) AND NOT state = ANY (${END_STATES})) AS files,
      (SELECT count(*)::int FROM inquiries JOIN files USING (source_filekey)
       WHERE owner_id = ${userId} AND NOT state = ANY (${END_STATES})) AS inquiries`.execute(db)
  return rows[0] ?? { files: 0, inquiries: 0 }
}

export type OpenKind = { kind: string; category: string }

/** Each kind and category of the user's open work once. */
export function openKinds(db: Reader, userId: string): Promise<OpenKind[]> {
  return db
    .selectFrom('files')
    .select(['kind', 'category'])
    .distinct()
    .where((q) => q.or([q('uploaded_by', '=', userId), q('runs_for', '=', userId)]))
    .where(sql<boolean>`NOT state = ANY (${END_STATES})`)
    .execute()
}

/**
 * Inquiries first: their files tell which of them are open. The work then runs for the new owner, also that on files of
 * others which the former owner confirmed or retried. `entries`: one for each file.
 */
export async function moveOpenWork(
  tx: Tx,
  from: string,
  to: string,
): Promise<OpenWork & { entries: AuditEntry[] }> {
  const open = sql<boolean>`NOT state = ANY (${END_STATES})`
  const inquiries = await tx
    .updateTable('inquiries')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('source_filekey', 'in', (q) => q.selectFrom('files').select('source_filekey').where(open))
    .returning('id')
    .execute()
  const moved = (column: 'uploaded_by' | 'runs_for') =>
    sql<string>`CASE WHEN ${sql.ref(column)} = ${from} THEN ${to} ELSE ${sql.ref(column)} END`
  const files = await tx
    .updateTable('files')
    .set((q) => ({
      uploaded_by: moved('uploaded_by'),
      // Whole numbers in it stay those of the person who uploaded it.
      original_uploader: sql<string | null>`CASE WHEN uploaded_by = ${from}
        THEN coalesce(original_uploader, uploaded_by) ELSE original_uploader END`,
      runs_for: moved('runs_for'),
      version: q('version', '+', 1),
    }))
    .where((q) => q.or([q('uploaded_by', '=', from), q('runs_for', '=', from)]))
    .where(open)
    .returning('source_filekey')
    .execute()
  const nameOf = sql<string>`given_name || ' ' || family_name`.as('name')
  const people = await tx.selectFrom('users').select(['id', nameOf]).where('id', 'in', [from, to]).execute()
  const [former, next] = [from, to].map((id) => people.find((each) => each.id === id.toLowerCase())?.name)
  return {
    files: files.length,
    inquiries: inquiries.length,
    entries: files.map(({ source_filekey }) => ({
      resource: 'file',
      action: 'hand-over',
      id: source_filekey,
      changes: { runs_for: [former, next] },
    })),
  }
}
