import { keysOf } from './objects.ts'

/** Purposes of inquiries. */
export const PURPOSE_LABELS = {
  MEMBER_COMPLAINT: 'Member complaint',
  RECONCILIATION: 'Reconciliation',
  FRAUD_REVIEW: 'Fraud review',
  AUDIT: 'Audit',
  OTHER: 'Other',
} as const
export type Purpose = keyof typeof PURPOSE_LABELS

export const PURPOSES = keysOf(PURPOSE_LABELS)
