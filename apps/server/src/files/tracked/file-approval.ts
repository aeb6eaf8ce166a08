import { may } from '@backoffice/contract/access'
import type { ApprovalKind, ApprovalStatus } from '@backoffice/contract/approvals'
import { CONFIRMATION_EXPIRES_AFTER_HOURS } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { Caller } from '../../kernel/caller.ts'
import type { FileRow } from './files.store.ts'

/** A request as JSON of the database. */
export type StoredFileApproval = {
  id: string
  kind: ApprovalKind
  status: ApprovalStatus
  requested_by: string
  requester: string | null
  expires_at: string | null
  decided_by: string | null
  decider: string | null
  decided_at: string | null
  decision_reason: string | null
}

const HOUR_MS = 3_600_000

/** Statuses after which the file can be confirmed again, for as long as after its dry run. */
export const REFUSED_STATUSES = ['REJECTED', 'STALE', 'FAILED'] as const satisfies readonly ApprovalStatus[]
const isRefused = (status: ApprovalStatus) => REFUSED_STATUSES.some((each) => each === status)

/** True while a request to confirm the file waits for its decision. */
export const isWaiting = ({ approval }: Pick<FileRow, 'approval'>) => approval?.status === 'PENDING'

/** The request to confirm the file; its reason only for users who may see the request. */
export function visibleApproval(
  { approval }: Pick<FileRow, 'approval'>,
  caller: Caller,
): TrackedFile['approval'] {
  if (!approval) return null
  const { id, kind, status, decided_by, decision_reason } = approval
  const isOwn = approval.requested_by === caller.id
  return {
    ...{ id, kind, status },
    requested_by: { id: approval.requested_by, name: approval.requester ?? '' },
    is_own: isOwn,
    expires_at: iso(approval.expires_at),
    decided_by: decided_by === null ? null : { id: decided_by, name: approval.decider ?? '' },
    decided_at: iso(approval.decided_at),
    decision_reason: isOwn || may(caller.access, 'approval:decide') ? decision_reason : null,
  }
}

/** Time when a file that awaits confirmation expires. Its pending request extends this, a rejection starts it again. */
export function confirmableUntil({
  approval,
  state_changed_at,
}: Pick<FileRow, 'approval' | 'state_changed_at'>): Date {
  const refusedAt = approval?.decided_at && isRefused(approval.status) ? Date.parse(approval.decided_at) : 0
  const since = Math.max(state_changed_at.getTime(), refusedAt)
  const until = since + CONFIRMATION_EXPIRES_AFTER_HOURS * HOUR_MS
  const requestUntil =
    approval?.status === 'PENDING' && approval.expires_at ? Date.parse(approval.expires_at) : 0
  return new Date(Math.max(until, requestUntil))
}

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())
