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

/** Ids of cards by their number of 16 digits. */
export async function findCardIds(
  db: Reader,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ card_id: string; card_number: string }>`
    SELECT card_id, lpad(card_number::text, 16, '0') AS card_number FROM cards
    WHERE card_number = ANY(${numbers}::bigint[])`.execute(db)
  return new Map(rows.map(({ card_id, card_number }) => [card_number, card_id]))
}
