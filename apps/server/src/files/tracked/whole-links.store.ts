import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Database, Tx } from '../../db/client.ts'
import type { DB } from '../../db/schema.ts'

export async function insertWholeLink(tx: Tx, link: Insertable<DB['whole_number_links']>): Promise<void> {
  await tx.insertInto('whole_number_links').values(link).execute()
}

const isInSession = sql<SqlBool>`(
  NOT EXISTS (SELECT FROM ended_sessions WHERE session_id = whole_number_links.session_id)
  AND coalesce(whole_number_links.signed_in_at >= users.signed_in_after, true))`

/**
 * Takes the link out of the table, so that no other call finds it. Undefined if it was used, has expired, or its session
 * has ended.
 */
export async function takeWholeLink(db: Database, tokenHash: Buffer, now: Date) {
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
