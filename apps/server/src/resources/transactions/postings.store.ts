import type { TransactionStatus } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import type { LedgerReader } from '../../db/ledger.ts'

/** The ledger may be divided by card, so that a transaction is found by both. */
export type TransactionKey = { card_number: string; transaction_id: string }

/** False for a typed purchase that no transaction is known for. */
export function hasTransaction<Row extends { transaction_id: string | null }>(
  row: Row,
): row is Row & { transaction_id: string } {
  return row.transaction_id !== null
}

type Posting = {
  transaction_id: string
  status: TransactionStatus
  posted_at: Date | null
  branch_code: string | null
}

/** Transactions of many cards as they are now, by id. */
export async function findPostings(
  ledger: LedgerReader,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, Posting>> {
  if (keys.length === 0) return new Map()
  const cards = keys.map(({ card_number }) => card_number)
  const ids = keys.map(({ transaction_id }) => transaction_id)
  // A join by the pair: two lists would be tried in every combination by an index of both columns.
  const { rows } = await sql<Posting>`
    SELECT t.transaction_id, t.status, t.posted_at, t.branch_code
    FROM (SELECT unnest(${cards}::bigint[]) AS card_number, unnest(${ids}::bigint[]) AS transaction_id) AS wanted
    JOIN transactions t USING (card_number, transaction_id)
    WHERE t.card_number = ANY(${[...new Set(cards)]}::bigint[])`.execute(ledger)
  return new Map(rows.map((row) => [row.transaction_id, row]))
}
