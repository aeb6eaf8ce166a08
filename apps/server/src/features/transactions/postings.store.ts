import type { TransactionStatus } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import type { CardNumber } from '../../db/card-number.ts'
import type { LedgerReader } from '../../db/ledger.ts'

/** The ledger may be divided by card, so that a transaction is first looked for by both. */
export type TransactionKey = { card_number: CardNumber; transaction_id: string }

/** False for a typed purchase that no transaction is known for. */
export function hasTransaction<Row extends { transaction_id: string | null }>(
  row: Row,
): row is Row & { transaction_id: string } {
  return row.transaction_id !== null
}

export type Posting = {
  transaction_id: string
  status: TransactionStatus
  points: string
  posted_at: Date | null
  reject_reason: string | null
  company_code: string | null
  branch_code: string | null
}
const POSTING = sql`t.transaction_id, t.status, t.points, t.posted_at, t.reject_reason, t.company_code, t.branch_code`

/** Transactions as they are now, by id; also those whose card a load has corrected. A case keeps the former card. */
export async function findPostings(
  ledger: LedgerReader,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, Posting>> {
  if (keys.length === 0) return new Map()
  const cards = keys.map(({ card_number }) => card_number)
  const ids = keys.map(({ transaction_id }) => transaction_id)
  // A join by the pair. Two lists would be tried in every combination by an index of both columns.
  const ofCards = await sql<Posting>`
    SELECT ${POSTING}
    FROM (SELECT unnest(${cards}::bigint[]) AS card_number, unnest(${ids}::bigint[]) AS transaction_id) AS wanted
    JOIN transactions t USING (card_number, transaction_id)
    WHERE t.card_number = ANY(${[...new Set(cards)]}::bigint[])`.execute(ledger)
  const found = new Map(ofCards.rows.map((row) => [row.transaction_id, row]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  // A query of every node of a divided ledger, for few.
  const ofOtherCards = await sql<Posting>`
    SELECT ${POSTING} FROM transactions t WHERE t.transaction_id = ANY(${missing}::bigint[])`.execute(ledger)
  for (const row of ofOtherCards.rows) found.set(row.transaction_id, row)
  return found
}
