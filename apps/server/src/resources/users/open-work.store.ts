import { FILE_STATES, isFinalState } from '@backoffice/contract/file-states'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'

const END_STATES = FILE_STATES.filter(isFinalState)

/** Files that have not ended, and their inquiries. */
export type OpenWork = { files: number; inquiries: number }

export async function countOpenWork(db: Reader, userId: string): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    SELECT
      (SELECT count(*)::int FROM files WHERE uploaded_by = ${userId} AND NOT state = ANY (${END_STATES})) AS files,
      (SELECT count(*)::int FROM inquiries JOIN files USING (source_filekey)
       WHERE owner_id = ${userId} AND NOT state = ANY (${END_STATES})) AS inquiries`.execute(db)
  return rows[0] ?? { files: 0, inquiries: 0 }
}

/** Inquiries first: whether one is open is told by its file. */
export async function moveOpenWork(tx: Tx, from: string, to: string): Promise<OpenWork> {
  const open = sql<boolean>`NOT state = ANY (${END_STATES})`
  const inquiries = await tx
    .updateTable('inquiries')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('source_filekey', 'in', (q) => q.selectFrom('files').select('source_filekey').where(open))
    .returning('id')
    .execute()
  const files = await tx
    .updateTable('files')
    .set((q) => ({ uploaded_by: to, version: q('version', '+', 1) }))
    .where('uploaded_by', '=', from)
    .where(open)
    .returning('source_filekey')
    .execute()
  return { files: files.length, inquiries: inquiries.length }
}
