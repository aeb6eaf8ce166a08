import { type CaseKind, isOpenCase } from '@backoffice/contract/case-values'
import type { InquiryResult, Transaction } from '@backoffice/contract/inquiries'
import { POSTING_PROMISE_DAYS, type TransactionStatus } from '@backoffice/contract/transactions'

/** Statuses of purchases that a case can follow, in the order in which they are offered. */
const OFFERED: readonly TransactionStatus[] = ['PENDING', 'REJECTED', 'POSTED']

type Purchase = Pick<Transaction, 'status' | 'tran_class' | 'posting_age' | 'business_date'>

/** True for a purchase whose points a case can follow. A code that is not mapped may be one. */
export function isOffered({ status, tran_class }: Purchase): boolean {
  return OFFERED.includes(status) && (tran_class === null || tran_class === 'EARN')
}

/** Purchases that a case can follow. Pending ones come first, then rejected and posted ones, each from the oldest. */
export function offeredPurchases<P extends Purchase>(transactions: readonly P[]): P[] {
  return transactions
    .filter(isOffered)
    .toSorted(
      (a, b) =>
        OFFERED.indexOf(a.status) - OFFERED.indexOf(b.status) ||
        a.business_date.localeCompare(b.business_date),
    )
}

/** True for a purchase whose points should have been posted. */
export const isLate = ({ posting_age }: Pick<Purchase, 'posting_age'>) =>
  posting_age !== null && posting_age > POSTING_PROMISE_DAYS

/** Numbers of the open cases that follow transactions of an inquiry, by transaction. */
export function followedPurchases(cases: InquiryResult['cases']): ReadonlyMap<string, string> {
  const open = cases.filter(({ status }) => isOpenCase(status))
  return new Map(
    open.flatMap(({ case_no, purchases }) =>
      purchases.flatMap(({ transaction_id }) =>
        transaction_id === null ? [] : [[transaction_id, case_no] as const],
      ),
    ),
  )
}

/** The kind that suits the chosen purchases. `typed` counts purchases without a transaction. */
export function suggestedKind(chosen: readonly Pick<Purchase, 'status'>[], typed: number): CaseKind {
  if (chosen.length === 0) return typed > 0 ? 'MISSING_TRANSACTION' : 'OTHER'
  return chosen.every(({ status }) => status === 'PENDING') ? 'LATE_POINTS' : 'WRONG_POINTS'
}
