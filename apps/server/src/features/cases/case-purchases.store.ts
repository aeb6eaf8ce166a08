import { type CaseStatus, caseNumber } from '@backoffice/contract/case-values'
import type { CasePurchase } from '@backoffice/contract/cases'
import type { TransactionStatus } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import type { CardNumber } from '../../db/card-number.ts'
import { onlyRow, type Reader, type Tx } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { findPostings, hasTransaction, type Posting } from '../transactions/postings.store.ts'
import { findNames } from '../transactions/transactions.store.ts'
import {
  type ArrivedTransaction,
  findArrived,
  listPendingOfCard,
  type TypedKey,
} from './case-transactions.store.ts'

/** Purchases of a case with their transactions as they are now. */
export async function listPurchases(
  db: Reader,
  ledger: LedgerReader,
  caseId: string,
  today: string,
): Promise<CasePurchase[]> {
  const stored = await listStored(db, caseId)
  const postings = await findPostings(ledger, stored.filter(hasTransaction))
  const found = stored.map(({ card_number: _, status_seen: __, ...row }) => {
    const posting = postings.get(row.transaction_id ?? '') ?? null
    // The codes of the transaction may have been corrected.
    const company_code = posting?.company_code ?? row.company_code
    const branch_code = posting?.branch_code ?? row.branch_code
    return { ...row, company_code, branch_code, posting }
  })
  const days = found.flatMap(({ posting, business_date }) => (posting ? [business_date] : []))
  const names = await findNames(db, found, { asOf: today, days })
  return found.map(({ posting, ...row }) => ({
    ...row,
    branch_name: names.branch(row),
    amount: Number(row.amount),
    points_expected: row.points_expected === null ? null : Number(row.points_expected),
    posting: posting && postingOf(posting, names.age(row.business_date)),
  }))
}

export async function listStored(db: Reader, caseId: string) {
  return db
    .selectFrom('case_purchases')
    .select(['no', 'card_number', 'transaction_id', 'business_date', 'company_code', 'branch_code'])
    .select(['receipt_no', 'amount', 'points_expected', 'status_seen'])
    .where('case_id', '=', caseId)
    .orderBy('business_date')
    .orderBy('no')
    .execute()
}

export type StoredPurchase = Awaited<ReturnType<typeof listStored>>[number]

function postingOf(
  { status, points, posted_at, reject_reason }: Posting,
  age: number | null,
): CasePurchase['posting'] {
  return {
    status,
    points: Number(points),
    posted_at: posted_at?.toISOString() ?? null,
    reject_reason,
    posting_age: status === 'PENDING' && age !== null ? Math.max(0, age) : null,
  }
}

/** The oldest pending purchases of a card that are in no open case, and the first that is in one. */
export async function findPendingFree(
  db: Reader,
  ledger: LedgerReader,
  cardNumber: CardNumber,
  most: number,
) {
  const pending = await listPendingOfCard(ledger, cardNumber)
  const held = await heldAmong(db, pending)
  return {
    free: pending.filter(({ transaction_id }) => !held.has(transaction_id)).slice(0, most),
    held: pending.find(({ transaction_id }) => held.has(transaction_id)),
  }
}

/** Those of the transactions that an open case follows. */
async function heldAmong(
  db: Reader,
  transactions: readonly { transaction_id: string }[],
): Promise<ReadonlySet<string | null>> {
  if (transactions.length === 0) return new Set()
  const rows = await db
    .selectFrom('case_purchases')
    .select('transaction_id')
    .where('is_open', '=', true)
    .where(sql<boolean>`transaction_id = ANY(${transactions.map((row) => row.transaction_id)}::bigint[])`)
    .execute()
  return new Set(rows.map(({ transaction_id }) => transaction_id))
}

/**
 * The transaction of each typed purchase that has arrived: the first that no open case follows, else the first, with
 * `isHeld`. Undefined for the others.
 */
export async function findTransactionsOfTyped(
  db: Reader,
  ledger: LedgerReader,
  typed: readonly TypedKey[],
): Promise<((ArrivedTransaction & { isHeld: boolean }) | undefined)[]> {
  const arrived = await findArrived(ledger, typed)
  const held = await heldAmong(db, arrived)
  const candidates = arrived.map((row) => ({ ...row, isHeld: held.has(row.transaction_id) }))
  return typed.map(({ branch_code, receipt_no }) => {
    // All typed purchases are of one card.
    const own = candidates.filter((row) => row.branch_code === branch_code && row.receipt_no === receipt_no)
    return own.find(({ isHeld }) => !isHeld) ?? own[0]
  })
}

export type NewPurchase = {
  transaction_id: string | null
  business_date: string
  company_code: string | null
  branch_code: string | null
  receipt_no: string | null
  amount: number | string
  points_expected: number | string | null
  status_seen: TransactionStatus | null
}

/** Inserts purchases after the existing ones. Returns those that are in another open case, which are not inserted. */
export async function insertPurchases(
  tx: Tx,
  caseId: string,
  cardNumber: CardNumber,
  purchases: readonly NewPurchase[],
): Promise<NewPurchase[]> {
  if (purchases.length === 0) return []
  const { rows } = await sql<{ no: number }>`
    SELECT coalesce(max(no), 0)::int AS no FROM case_purchases WHERE case_id = ${caseId}`.execute(tx)
  const first = onlyRow(rows).no + 1
  const inserted = await tx
    .insertInto('case_purchases')
    .values(
      purchases.map((purchase, index) => ({
        case_id: caseId,
        no: first + index,
        card_number: cardNumber,
        ...purchase,
      })),
    )
    // Waits for a concurrent opening of the same purchase.
    .onConflict((conflict) => conflict.doNothing())
    .returning('no')
    .execute()
  const numbers = new Set(inserted.map(({ no }) => no))
  return purchases.filter((_, index) => !numbers.has(first + index))
}

export async function deletePurchase(tx: Tx, caseId: string, no: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('case_purchases')
    .where('case_id', '=', caseId)
    .where('no', '=', no)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Copies count, points and oldest day of the purchases to the case. */
export async function refreshTotals(tx: Tx, caseId: string): Promise<void> {
  await sql`
    UPDATE cases SET (purchases, points_expected, oldest_business_date) = (
      SELECT count(*), coalesce(sum(points_expected), 0), min(business_date)
      FROM case_purchases WHERE case_id = cases.id
    ) WHERE id = ${caseId}`.execute(tx)
}

export type CaseOfPurchase = {
  id: string
  case_no: string
  status: CaseStatus
  assignee_name: string | null
  opened_by: string
  assignee_id: string | null
}

/** The open case of a purchase. */
export async function findCaseOfPurchase(
  db: Reader,
  cardNumber: CardNumber,
  {
    transaction_id,
    branch_code,
    receipt_no,
  }: Pick<NewPurchase, 'transaction_id' | 'branch_code' | 'receipt_no'>,
): Promise<CaseOfPurchase | undefined> {
  const isSame =
    transaction_id === null
      ? sql`p.transaction_id IS NULL AND (p.card_number, p.branch_code, p.receipt_no)
          = (${cardNumber}::bigint, ${branch_code}, ${receipt_no})`
      : sql`p.transaction_id = ${transaction_id}`
  const { rows } = await sql<CaseOfPurchase>`
    SELECT cases.id, cases.case_no, cases.status, cases.opened_by, cases.assignee_id,
      assignee.given_name || ' ' || assignee.family_name AS assignee_name
    FROM case_purchases p JOIN cases ON cases.id = p.case_id
    LEFT JOIN users assignee ON assignee.id = cases.assignee_id
    WHERE p.is_open AND ${isSame}`.execute(db)
  const [row] = rows
  return row && { ...row, case_no: caseNumber(row.case_no) }
}

/** Releases the purchases of a case that ends. */
export async function releasePurchases(tx: Tx, caseId: string): Promise<void> {
  await tx.updateTable('case_purchases').set({ is_open: false }).where('case_id', '=', caseId).execute()
}
