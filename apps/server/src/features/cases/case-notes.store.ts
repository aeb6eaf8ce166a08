import type { CaseNote, CaseNotice } from '@backoffice/contract/cases'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'

type NewNote = { case_id: string; at: Date; author_id: string; body: string; mentions: readonly string[] }

export async function insertNote(tx: Tx, note: NewNote): Promise<void> {
  await tx
    .insertInto('case_notes')
    .values({ ...note, mentions: [...note.mentions] })
    .execute()
}

/** Notes shown with a case; it rarely has more than a few. */
const MAX_NOTES = 500

/** Newest first. */
export async function listNotes(db: Reader, caseId: string): Promise<CaseNote[]> {
  const { rows } = await sql<Omit<CaseNote, 'at'> & { at: Date }>`
    SELECT note.id, note.at, note.body AS text,
      json_build_object('id', author.id, 'name', author.given_name || ' ' || author.family_name) AS author,
      coalesce((
        SELECT json_agg(json_build_object('id', users.id, 'name', users.given_name || ' ' || users.family_name))
        FROM users WHERE users.id = ANY (note.mentions)
      ), '[]') AS mentions
    FROM case_notes note JOIN users author ON author.id = note.author_id
    WHERE note.case_id = ${caseId} ORDER BY note.at DESC, note.id LIMIT ${MAX_NOTES}`.execute(db)
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
}

type NewNotice = { user_id: string; case_id: string; at: Date; text: string }

export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length > 0)
    await tx
      .insertInto('case_notices')
      .values([...notices])
      .execute()
}

const MAX_NOTICES = 100

/** Unread notices of a user, oldest first. */
export async function listNotices(db: Reader, userId: string): Promise<CaseNotice[]> {
  const { rows } = await sql<Omit<CaseNotice, 'at'> & { at: Date }>`
    SELECT notice.id::text, notice.at, notice.text, label_of_case(notice.case_id) AS case_no
    FROM case_notices notice WHERE user_id = ${userId} AND read_at IS NULL
    ORDER BY notice.id LIMIT ${MAX_NOTICES}`.execute(db)
  return rows.map(({ at, ...notice }) => ({ ...notice, at: at.toISOString() }))
}

export async function markNoticesRead(tx: Tx, userId: string, upTo: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('case_notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
