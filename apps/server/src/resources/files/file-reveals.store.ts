import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { CardFileReveals } from '../../db/schema.generated.ts'

/**
 * Number of other files opened with whole numbers since `since`. Locks the user’s row, so that concurrent calls cannot
 * exceed the quota.
 */
export async function countFileReveals(
  tx: Tx,
  userId: string,
  { since, exceptFilekey }: { since: Date; exceptFilekey: string },
): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('card_file_reveals')
    .select(sql<number>`count(DISTINCT source_filekey)::int`.as('count'))
    .where('revealed_by', '=', userId)
    .where('revealed_at', '>=', since)
    .where('source_filekey', '<>', exceptFilekey)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFileReveal(tx: Tx, reveal: Insertable<CardFileReveals>): Promise<void> {
  await tx.insertInto('card_file_reveals').values(reveal).execute()
}
