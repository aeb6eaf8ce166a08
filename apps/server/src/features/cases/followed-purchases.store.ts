import type { TransactionStatus } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import type { CardNumber } from '../../db/card-number.ts'
import { type Database, onlyRow, type Reader, type Tx } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { findPostings, hasTransaction, type TransactionKey } from '../transactions/postings.store.ts'
import {
  findTransactionsOfTyped,
  listStored,
  type NewPurchase,
  refreshTotals,
  type StoredPurchase,
} from './case-purchases.store.ts'
import type { ArrivedTransaction, TypedKey } from './case-transactions.store.ts'

const LOCK = sql`hashtextextended('following of cases', 0)`

/**
 * To be called before reading transactions that a case is going to follow. Until the transaction ends, a comparison
 * knows that it may miss the case.
 */
export async function lockFollowing(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`.execute(tx)
}

/** True if each transaction that called `lockFollowing` has ended; never waits for one. */
export async function areAllFollowed(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    is_free: boolean
  }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_free`.execute(db)
  return onlyRow(rows).is_free
}

type HeldPurchase = Pick<NewPurchase, 'transaction_id' | 'branch_code' | 'receipt_no'> & {
  card_number: CardNumber
}

/**
 * Follows the purchases of a reopened case again, from their present status. Returns those that are in another open
 * case meanwhile; the caller must then roll back.
 */
export async function holdPurchases(tx: Tx, ledger: LedgerReader, caseId: string): Promise<HeldPurchase[]> {
  const { rows } = await sql<HeldPurchase>`
    SELECT p.transaction_id::text, p.branch_code, p.receipt_no, lpad(p.card_number::text, 16, '0') AS card_number
    FROM case_purchases p
    WHERE p.case_id = ${caseId} AND EXISTS (
      SELECT FROM case_purchases other
      WHERE other.is_open AND other.case_id <> p.case_id AND (other.transaction_id = p.transaction_id
        OR (other.transaction_id IS NULL AND p.transaction_id IS NULL
          AND (other.card_number, other.branch_code, other.receipt_no) = (p.card_number, p.branch_code, p.receipt_no)))
    )`.execute(tx)
  if (rows.length > 0) return rows
  // A case that is opened at the same time violates the unique index.
  await tx.updateTable('case_purchases').set({ is_open: true }).where('case_id', '=', caseId).execute()
  await refreshFollowed(tx, ledger, caseId)
  return []
}

/**
 * Matches typed purchases with transactions that have arrived, and notes the present statuses. If `hasChanged`, a
 * status differs from the one before.
 */
export async function refreshFollowed(tx: Tx, ledger: LedgerReader, caseId: string) {
  const rows = await listStored(tx, caseId)
  const postings = await findPostings(ledger, rows.filter(hasTransaction))
  const arrived = await arrivedAmong(tx, ledger, rows)
  const now = rows.map((row) => {
    const found = postings.get(row.transaction_id ?? '') ?? arrived.get(row.no)
    return { ...row, found, status: found?.status ?? null }
  })
  const changed = now.filter(({ status, status_seen }) => status !== status_seen)
  const noted = changed.map(({ no, found, status, ...row }) => ({
    no,
    status,
    transaction_id: row.transaction_id ?? found?.transaction_id,
    company_code: row.company_code ?? found?.company_code,
    points_expected: row.points_expected ?? found?.points,
  }))
  if (noted.length > 0) await noteFollowed(tx, caseId, noted)
  return { statuses: now.map(({ status }) => status), hasChanged: changed.length > 0 }
}

/**
 * Transactions of typed purchases by the number of the purchase. One that another open case follows stays unmatched.
 */
async function arrivedAmong(
  tx: Tx,
  ledger: LedgerReader,
  purchases: readonly StoredPurchase[],
): Promise<ReadonlyMap<number, ArrivedTransaction>> {
  const typed = purchases.flatMap((row) =>
    row.transaction_id === null && row.branch_code && row.receipt_no
      ? { ...row, branch_code: row.branch_code, receipt_no: row.receipt_no }
      : [],
  )
  const found = await findTransactionsOfTyped(tx, ledger, typed)
  return new Map(
    typed.flatMap(({ no }, index) => {
      const transaction = found[index]
      return transaction && !transaction.isHeld ? [[no, transaction]] : []
    }),
  )
}

async function noteFollowed(tx: Tx, caseId: string, purchases: readonly object[]): Promise<void> {
  await sql`
    UPDATE case_purchases p SET status_seen = now.status, transaction_id = now.transaction_id,
      company_code = now.company_code, points_expected = now.points_expected
    FROM jsonb_to_recordset(${JSON.stringify(purchases)}::jsonb)
      AS now (no int, status text, transaction_id bigint, company_code text, points_expected bigint)
    WHERE p.case_id = ${caseId} AND p.no = now.no`.execute(tx)
  await refreshTotals(tx, caseId)
}

type FollowedPurchase = TransactionKey & { case_id: string; status_seen: TransactionStatus | null }

/** Purchases with transactions in open cases, by transaction, after one. */
export async function listFollowed(db: Reader, after: string, most: number): Promise<FollowedPurchase[]> {
  const { rows } = await sql<FollowedPurchase>`
    SELECT case_id, card_number, transaction_id, status_seen FROM case_purchases
    WHERE is_open AND transaction_id > ${after} ORDER BY transaction_id LIMIT ${most}`.execute(db)
  return rows
}

type TypedPurchase = TypedKey & { case_id: string }

/** Purchases without transactions in open cases, by their keys, after one. */
export async function listTyped(db: Reader, after: TypedKey, most: number): Promise<TypedPurchase[]> {
  const { rows } = await sql<TypedPurchase>`
    SELECT case_id, card_number, branch_code, receipt_no FROM case_purchases
    WHERE is_open AND transaction_id IS NULL AND (card_number, branch_code, receipt_no)
      > (${after.card_number}::bigint, ${after.branch_code}, ${after.receipt_no})
    ORDER BY card_number, branch_code, receipt_no LIMIT ${most}`.execute(db)
  return rows
}
