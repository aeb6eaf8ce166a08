import type { TransactionStatus } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import type { CardNumber } from '../../db/card-number.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import type { TransactionKey } from '../transactions/postings.store.ts'

/** Key of a purchase without a known transaction. */
export type TypedKey = { card_number: CardNumber; branch_code: string; receipt_no: string }

function ofCard(ledger: LedgerReader, cardNumber: CardNumber) {
  return ledger
    .selectFrom('transactions')
    .select(['transaction_id', 'business_date', 'company_code', 'branch_code', 'receipt_no', 'amount'])
    .select(['points', 'posted_at', 'reject_reason'])
    .select((q) => q.ref('status').$castTo<TransactionStatus>().as('status'))
    .where('card_number', '=', cardNumber)
    .orderBy('business_date')
    .orderBy('transaction_id')
}

export type CardTransaction = Awaited<ReturnType<typeof findTransactionsOfCard>>[number]

/** Transactions of a card, by id. */
export async function findTransactionsOfCard(
  ledger: LedgerReader,
  cardNumber: CardNumber,
  ids: readonly string[],
) {
  if (ids.length === 0) return []
  return ofCard(ledger, cardNumber).where('transaction_id', 'in', ids).execute()
}

/** Pending transactions of a card, the oldest first. */
export async function listPendingOfCard(ledger: LedgerReader, cardNumber: CardNumber) {
  return ofCard(ledger, cardNumber).where('status', '=', 'PENDING').execute()
}

export type ArrivedTransaction = TypedKey &
  TransactionKey & { company_code: string | null; points: string; status: TransactionStatus }

/** Transactions of typed purchases, the lowest id first. A reversal is not the purchase. */
export async function findArrived(
  ledger: LedgerReader,
  typed: readonly TypedKey[],
): Promise<ArrivedTransaction[]> {
  if (typed.length === 0) return []
  const cards = typed.map(({ card_number }) => card_number)
  const branches = typed.map(({ branch_code }) => branch_code)
  const receipts = typed.map(({ receipt_no }) => receipt_no)
  const { rows } = await sql<ArrivedTransaction>`
    SELECT t.card_number, t.branch_code, t.receipt_no, t.transaction_id, t.company_code, t.points, t.status
    FROM (SELECT unnest(${cards}::bigint[]) AS card_number, unnest(${branches}::text[]) AS branch_code,
      unnest(${receipts}::text[]) AS receipt_no) AS wanted
    JOIN transactions t USING (card_number, branch_code, receipt_no)
    WHERE t.card_number = ANY(${[...new Set(cards)]}::bigint[]) AND t.tran_class IS DISTINCT FROM 'REVERSAL'
    ORDER BY t.transaction_id`.execute(ledger)
  return rows
}
