import { APPROVAL_STATUSES, type ApprovalKind, type ApprovalStatus } from './approvals.ts'
import { labelOfState } from './newer-release.ts'

/** Statuses of break-glass access, which is in use before it is decided. */
const REVIEW_STATUSES: Partial<Record<ApprovalStatus, string>> = {
  PENDING: 'To review',
  EXECUTED: 'Reviewed',
}

type KindAndStatus = { kind: ApprovalKind; status: ApprovalStatus }

export function statusLabel({ kind, status }: KindAndStatus): string {
  return (kind === 'BREAK_GLASS' && REVIEW_STATUSES[status]) || labelOfState(APPROVAL_STATUSES, status)
}
