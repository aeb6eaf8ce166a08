import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { CardReveals } from '../../db/schema.generated.ts'

/** Locks the user until the transaction ends, so that concurrent calls cannot exceed the quota. */
export async function lockRevealer(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function countReveals(db: Reader, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('card_reveals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('revealed_by', '=', userId)
    .where('revealed_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertReveal(tx: Tx, reveal: Insertable<CardReveals>): Promise<void> {
  await tx.insertInto('card_reveals').values(reveal).execute()
}
