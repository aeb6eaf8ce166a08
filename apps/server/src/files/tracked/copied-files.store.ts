import { FILE_STATES, isFinalState } from '@backoffice/contract/file-states'
import type { Reader, Tx } from '../../db/client.ts'

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
