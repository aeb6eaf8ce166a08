import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

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
