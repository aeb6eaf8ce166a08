import { maskedCard } from '@backoffice/contract/card-number'
import type { Transaction } from '@backoffice/contract/endpoints/inquiries'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

/** `card_id`: null while the card is not loaded. */
type ListedTransaction = Transaction & { card_id: string | null }
type StoredTransaction = Omit<
  ListedTransaction,
  'card' | 'transaction_at' | 'posted_at' | 'amount' | 'points' | 'balance_after'
> & {
  card_number: string
  transaction_at: Date
  posted_at: Date | null
  amount: string
  points: string
  balance_after: string | null
}

type TransactionSelection = {
  /** Sorted SELECT of rows of `transactions`. */
  picked: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** Day up to which ages count. */
  asOf: string
}

export const NEWEST_FIRST = sql`business_date DESC, transaction_at DESC, transaction_id DESC`

/** Transactions with the names of their codes and masked cards. */
export async function showTransactions(
  db: Reader,
  { picked, order, asOf }: TransactionSelection,
): Promise<ListedTransaction[]> {
  const { rows } = await sql<StoredTransaction>`
    SELECT t.transaction_id::text, lpad(t.card_number::text, 16, '0') AS card_number, t.business_date, t.transaction_at,
      c.card_id, c.account_number, t.tran_code, k.description AS tran_description, t.tran_class, t.source_system, t.source_tran_code,
      t.company_code, t.branch_code, b.branch_name, coalesce(t.terminal_id, t.source_terminal_id) AS terminal_id,
      t.receipt_no, t.rrn, t.approval_code, t.payment_method_code, t.amount, t.points, t.balance_after, t.status,
      t.reject_reason, t.posted_at,
      CASE WHEN t.status <> 'PENDING' THEN NULL WHEN t.business_date > ${asOf}::date THEN 0
        ELSE (today.working_days - business.working_days)::int END AS posting_age
    FROM (${picked}) AS t
    LEFT JOIN cards c ON c.card_number = t.card_number
    LEFT JOIN transaction_codes k ON k.tran_code = t.tran_code AND k.deleted_at IS NULL
    LEFT JOIN branches b ON b.company_code = t.company_code AND b.branch_code = t.branch_code AND b.deleted_at IS NULL
    LEFT JOIN calendar_days business ON business.day = t.business_date
    LEFT JOIN calendar_days today ON today.day = ${asOf}
    ORDER BY ${order}`.execute(db)
  return rows.map(({ card_number, transaction_at, posted_at, amount, points, balance_after, ...row }) => ({
    ...row,
    card: maskedCard(card_number),
    transaction_at: transaction_at.toISOString(),
    posted_at: posted_at?.toISOString() ?? null,
    amount: Number(amount),
    points: Number(points),
    balance_after: balance_after === null ? null : Number(balance_after),
  }))
}

export async function countTransactions(db: Reader, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM transactions WHERE ${condition}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findTransactions(
  db: Reader,
  condition: RawBuilder<SqlBool>,
  { asOf, most }: { asOf: string; most: number },
): Promise<{ total: number; items: ListedTransaction[] }> {
  const [total, items] = await Promise.all([
    countTransactions(db, condition),
    showTransactions(db, {
      picked: sql`SELECT * FROM transactions WHERE ${condition} ORDER BY ${NEWEST_FIRST} LIMIT ${most}`,
      order: NEWEST_FIRST,
      asOf,
    }),
  ])
  return { total, items }
}
