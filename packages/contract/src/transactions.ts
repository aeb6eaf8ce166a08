import { keysOf } from './objects.ts'

/** Vocabulary of cards and transactions, which arrive by bulk load. */

export const TRAN_CLASS_LABELS = {
  EARN: 'Earn',
  REDEEM: 'Redeem',
  REVERSAL: 'Reversal',
  ADJUSTMENT: 'Adjustment',
  TRANSFER: 'Transfer',
  EXPIRY: 'Expiry',
  ACTIVATION: 'Activation',
  RENEWAL: 'Renewal',
  INQUIRY: 'Inquiry',
} as const
export type TranClass = keyof typeof TRAN_CLASS_LABELS
export const TRAN_CLASSES = keysOf(TRAN_CLASS_LABELS)

export const TRANSACTION_STATUS_LABELS = {
  POSTED: 'Posted',
  PENDING: 'Pending',
  REVERSED: 'Reversed',
  REJECTED: 'Rejected',
} as const
export type TransactionStatus = keyof typeof TRANSACTION_STATUS_LABELS
export const TRANSACTION_STATUSES = keysOf(TRANSACTION_STATUS_LABELS)

export const CARD_STATUS_LABELS = {
  INACTIVE: 'Inactive',
  ACTIVE: 'Active',
  REGISTERED: 'Registered',
  LINKED: 'Linked',
  EXPIRED: 'Expired',
  BLOCKED: 'Blocked',
  LOST: 'Lost',
} as const
export type CardStatus = keyof typeof CARD_STATUS_LABELS

/** Working days within which points post. */
export const POSTING_PROMISE_DAYS = 15
/** Working days after which a pending transaction needs attention. */
export const POSTING_WARNING_DAYS = 10

/** Ages of pending transactions in working days, inclusive; null for no upper end. */
export const PENDING_AGES = {
  '0-5': { label: '0–5', from: 0, to: 5 },
  '6-10': { label: '6–10', from: 6, to: 10 },
  '11-15': { label: '11–15', from: 11, to: POSTING_PROMISE_DAYS },
  '16+': { label: 'over 15', from: POSTING_PROMISE_DAYS + 1, to: null },
} as const
export type PendingAge = keyof typeof PENDING_AGES
export const PENDING_AGE_NAMES = keysOf(PENDING_AGES)

export function pendingAgeOf(workingDays: number): PendingAge {
  const found = PENDING_AGE_NAMES.find((name) => workingDays <= (PENDING_AGES[name].to ?? Infinity))
  // The last age has no upper end.
  return found as PendingAge
}

/** Maximum number of transactions in a drill-down or a result. */
export const MAX_TRANSACTIONS_SHOWN = 500

/** Dashboard figures whose transactions can be listed. */
export const TRANSACTION_FIGURES = {
  TRANSACTIONS: 'Transactions',
  DUPLICATES: 'Duplicates',
  EARNED: 'Points earned',
  REDEEMED: 'Points redeemed',
  ADJUSTED: 'Points adjusted',
  EXPIRED: 'Points expired',
  NET_LIABILITY: 'Net liability',
  PENDING: 'Points pending',
  UNFOLLOWED: 'Late purchases without a case',
} as const
export type TransactionFigure = keyof typeof TRANSACTION_FIGURES
