import type { PURPOSES } from '@backoffice/contract/endpoints/files'

export type Purpose = (typeof PURPOSES)[number]

export const PURPOSE_LABELS: Readonly<Record<Purpose, string>> = {
  MEMBER_COMPLAINT: 'Member complaint',
  RECONCILIATION: 'Reconciliation',
  FRAUD_REVIEW: 'Fraud review',
  AUDIT: 'Audit',
  OTHER: 'Other',
}
