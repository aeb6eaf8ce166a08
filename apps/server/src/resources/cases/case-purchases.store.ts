import { type CaseStatus, caseNumber } from '@backoffice/contract/cases'
import type { CasePurchase } from '@backoffice/contract/endpoints/cases'
import type { TransactionStatus } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import { onlyRow, type Reader, type Tx } from '../../db/client.ts'
import { toLedger } from '../../db/ledger.ts'

type StoredPurchase = Omit<CasePurchase, 'amount' | 'points_expected' | 'posting'> & {
  amount: string
  points_expected: string | null
  status: TransactionStatus | null
  points: string | null
  posted_at: Date | null
  reject_reason: string | null
  posting_age: number | null
}

/** Purchases of a case with their transactions as they are now. */
export async function listPurchases(db: Reader, caseId: string, today: string): Promise<CasePurchase[]> {
  const { rows } = await sql<StoredPurchase>`
    SELECT p.no, p.transaction_id::text, p.business_date, coalesce(t.company_code, p.company_code) AS company_code,
      coalesce(t.branch_code, p.branch_code) AS branch_code, b.branch_name, p.receipt_no, p.amount, p.points_expected,
      t.status, t.points, t.posted_at, t.reject_reason,
      CASE WHEN t.status = 'PENDING' THEN greatest(0, today.working_days - business.working_days)::int END AS posting_age
    FROM case_purchases p
    LEFT JOIN transactions t ON t.transaction_id = p.transaction_id
    LEFT JOIN branches b ON b.company_code = coalesce(t.company_code, p.company_code)
      AND b.branch_code = coalesce(t.branch_code, p.branch_code) AND b.deleted_at IS NULL
    LEFT JOIN calendar_days business ON business.day = p.business_date
    LEFT JOIN calendar_days today ON today.day = ${today}::date
    WHERE p.case_id = ${caseId} ORDER BY p.business_date, p.no`.execute(db)
  return rows.map(({ status, points, posted_at, reject_reason, posting_age, ...purchase }) => ({
    ...purchase,
    amount: Number(purchase.amount),
    points_expected: purchase.points_expected === null ? null : Number(purchase.points_expected),
    posting: status && {
      status,
      points: Number(points),
      posted_at: posted_at?.toISOString() ?? null,
      reject_reason,
      posting_age,
    },
  }))
}

const FOLLOWED_COLUMNS = [
  'transaction_id',
  'business_date',
  'company_code',
  'branch_code',
  'receipt_no',
  'amount',
  'points',
] as const

/** Transactions of a card that a case can follow, by id. */
export async function findFollowed(db: Reader, cardNumber: string, ids: readonly string[]) {
  return toLedger(db)
    .selectFrom('transactions')
    .select([
      'transaction_id',
      'business_date',
      'company_code',
      'branch_code',
      'receipt_no',
      'amount',
      'points',
    ])
    .select((q) => q.ref('status').$castTo<TransactionStatus>().as('status'))
    .where('card_number', '=', cardNumber)
    .where('transaction_id', 'in', ids.length > 0 ? ids : ['0'])
    .orderBy('business_date')
    .orderBy('transaction_id')
    .execute()
}

/** The oldest pending purchases of a card that are in no open case, and the first that is in one. */
export async function findPendingFree(db: Reader, cardNumber: string, most: number) {
  const pending = await toLedger(db)
    .selectFrom('transactions')
    .select(FOLLOWED_COLUMNS)
    .select((q) => q.ref('status').$castTo<TransactionStatus>().as('status'))
    .select(
      sql<boolean>`EXISTS (SELECT FROM case_purchases p WHERE p.is_open AND p.transaction_id = transactions.transaction_id)`.as(
        'is_held',
      ),
    )
    .where('card_number', '=', cardNumber)
    .where('status', '=', 'PENDING')
    .orderBy('business_date')
    .orderBy('transaction_id')
    .execute()
  const free = pending.filter(({ is_held }) => !is_held).map(({ is_held: _, ...row }) => row)
  return { free: free.slice(0, most), held: pending.find(({ is_held }) => is_held) }
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
  cardNumber: string,
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
  cardNumber: string,
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

type HeldPurchase = Pick<NewPurchase, 'transaction_id' | 'branch_code' | 'receipt_no'> & {
  card_number: string
}

/**
 * Follows the purchases of a reopened case again, from their present status. Returns those that are in another open case
 * meanwhile; the caller must then roll back.
 */
export async function holdPurchases(tx: Tx, caseId: string): Promise<HeldPurchase[]> {
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
  await sql`
    UPDATE case_purchases SET is_open = true,
      status_seen = (SELECT status FROM transactions t WHERE t.transaction_id = case_purchases.transaction_id)
    WHERE case_id = ${caseId}`.execute(tx)
  return []
}

/**
 * Matches typed purchases with transactions that have arrived, and notes the present statuses. `hasChanged`: a status
 * differs from the one before.
 */
export async function refreshFollowed(tx: Tx, caseId: string) {
  // A transaction that another open case follows stays unmatched.
  await sql`
    UPDATE case_purchases p SET transaction_id = found.transaction_id, company_code = found.company_code,
      points_expected = coalesce(p.points_expected, found.points)
    FROM (
      SELECT DISTINCT ON (typed.no) typed.no, t.transaction_id, t.company_code, t.points
      FROM case_purchases typed
      JOIN transactions t ON (t.card_number, t.branch_code, t.receipt_no)
        = (typed.card_number, typed.branch_code, typed.receipt_no)
      WHERE typed.case_id = ${caseId} AND typed.transaction_id IS NULL AND t.tran_class IS DISTINCT FROM 'REVERSAL'
        AND NOT EXISTS (SELECT FROM case_purchases other WHERE other.is_open AND other.transaction_id = t.transaction_id)
      ORDER BY typed.no, t.transaction_id
    ) AS found
    WHERE p.case_id = ${caseId} AND p.no = found.no AND p.transaction_id IS NULL`.execute(tx)
  const { rows } = await sql<{ status: TransactionStatus | null; has_changed: boolean }>`
    WITH now AS (
      SELECT p.no, t.status, p.status_seen FROM case_purchases p
      LEFT JOIN transactions t ON t.transaction_id = p.transaction_id
      WHERE p.case_id = ${caseId}
    ), noted AS (
      UPDATE case_purchases p SET status_seen = now.status FROM now
      WHERE p.case_id = ${caseId} AND p.no = now.no AND now.status IS DISTINCT FROM p.status_seen
    )
    SELECT status, status IS DISTINCT FROM status_seen AS has_changed FROM now ORDER BY no`.execute(tx)
  await refreshTotals(tx, caseId)
  return {
    statuses: rows.map(({ status }) => status),
    hasChanged: rows.some(({ has_changed }) => has_changed),
  }
}
