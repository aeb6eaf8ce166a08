import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Database, Reader, Tx } from '../../db/client.ts'
import type { DB } from '../../db/schema.ts'

/** Interval after which the job of a copy is sent again, in case it failed. */
const REQUESTED_AGAIN_MS = 60_000

/** True if the copy shows this version of the file. A retry or an import writes its reports again. */
export async function hasCopy(db: Reader, filekey: string, copy: string, version: number): Promise<boolean> {
  const row = await db
    .selectFrom('file_copies')
    .select('copy')
    .where('source_filekey', '=', filekey)
    .where('copy', '=', copy)
    .where('file_version', '=', version)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the copy is already being made. */
export async function requestCopy(tx: Tx, filekey: string, copy: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('file_copies')
    .values({ source_filekey: filekey, copy, requested_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['source_filekey', 'copy'])
        .doUpdateSet({ requested_at: now, file_version: null })
        .where((q) =>
          q.or([
            q('file_copies.file_version', 'is not', null),
            q('file_copies.requested_at', '<', new Date(now.getTime() - REQUESTED_AGAIN_MS)),
          ]),
        ),
    )
    .returning('copy')
    .executeTakeFirst()
  return row !== undefined
}

export async function storeCopy(
  db: Reader,
  filekey: string,
  copy: string,
  { version, bytes }: { version: number; bytes: number },
): Promise<void> {
  await db
    .updateTable('file_copies')
    .set({ file_version: version, bytes })
    .where('source_filekey', '=', filekey)
    .where('copy', '=', copy)
    .execute()
}

/** Forgets the copies of results or reports, whose objects are removed. */
export async function forgetCopies(tx: Tx, filekey: string, of: 'results' | 'reports'): Promise<void> {
  await tx
    .deleteFrom('file_copies')
    .where('source_filekey', '=', filekey)
    .where('copy', of === 'results' ? 'like' : 'not like', 'result%')
    .execute()
}

export async function insertRevealLink(tx: Tx, link: Insertable<DB['whole_number_links']>): Promise<void> {
  await tx.insertInto('whole_number_links').values(link).execute()
}

const isInSession = sql<SqlBool>`(
  NOT EXISTS (SELECT FROM ended_sessions WHERE session_id = whole_number_links.session_id)
  AND coalesce(whole_number_links.signed_in_at >= users.signed_in_after, true))`

/**
 * Takes the link out of the table, so that no other call finds it. Undefined if it was used, has expired, or its session
 * has ended.
 */
export async function takeRevealLink(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .deleteFrom('whole_number_links')
    .using(['files', 'users'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .whereRef('files.source_filekey', '=', 'whole_number_links.source_filekey')
    .whereRef('users.id', '=', 'whole_number_links.user_id')
    .where('users.status', '=', 'ACTIVE')
    .where(isInSession)
    .returning([
      'users.identity_sub',
      'files.source_filekey',
      'files.file_name',
      'files.kind',
      'content',
      'format',
    ])
    .executeTakeFirst()
}
