import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { DB } from '../../db/schema.ts'

/** Number of cards revealed on a screen. */
export async function countReveals(db: Reader, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('card_reveals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('revealed_by', '=', userId)
    .where('revealed_at', '>=', since)
    .where('use', '=', 'screen')
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of the cards in posting files with whole numbers. */
export async function findPostedCards(db: Reader, userId: string, since: Date): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('card_reveals')
    .select('card_id')
    .distinct()
    .where('revealed_by', '=', userId)
    .where('revealed_at', '>=', since)
    .where('use', '=', 'posting')
    .execute()
  return new Set(rows.map(({ card_id }) => card_id))
}

export async function insertReveals(
  tx: Tx,
  reveals: readonly Insertable<DB['card_reveals']>[],
): Promise<void> {
  await tx.insertInto('card_reveals').values(reveals).execute()
}

/** Number of other files opened with whole numbers. */
export async function countFileReveals(
  tx: Tx,
  userId: string,
  { since, exceptFilekey }: { since: Date; exceptFilekey: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('card_file_reveals')
    .select(sql<number>`count(DISTINCT source_filekey)::int`.as('count'))
    .where('revealed_by', '=', userId)
    .where('revealed_at', '>=', since)
    .where('source_filekey', '<>', exceptFilekey)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFileReveal(tx: Tx, revealed: Insertable<DB['card_file_reveals']>): Promise<void> {
  await tx.insertInto('card_file_reveals').values(revealed).execute()
}
