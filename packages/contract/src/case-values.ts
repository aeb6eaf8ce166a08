import { keysOf } from './objects.ts'
import type { TransactionStatus } from './transactions.ts'

/** Values of cases, which follow purchases until points are right. Separate from the addresses that lists load. */

export const CASE_KIND_LABELS = {
  LATE_POINTS: 'Late points',
  MISSING_TRANSACTION: 'Missing transaction',
  WRONG_POINTS: 'Wrong points',
  OTHER: 'Other',
} as const

export type CaseKind = keyof typeof CASE_KIND_LABELS

export const CASE_KINDS = keysOf(CASE_KIND_LABELS)

export const CASE_STATUS_LABELS = {
  OPEN: 'Open',
  SENT: 'Sent to posting',
  RESOLVED: 'Resolved',
  REJECTED: 'Rejected',
} as const

export type CaseStatus = keyof typeof CASE_STATUS_LABELS

export const CASE_STATUSES = keysOf(CASE_STATUS_LABELS)

export const CASE_RESOLUTION_LABELS = {
  POSTED: 'Posted',
  CORRECTED: 'Corrected',
  NOT_OWED: 'Not owed',
  DUPLICATE: 'Duplicate',
} as const

export type CaseResolution = keyof typeof CASE_RESOLUTION_LABELS

export const CASE_RESOLUTIONS = keysOf(CASE_RESOLUTION_LABELS)

/** Transitions of a case. Any other is refused (`case_state_conflict`). */
export const CASE_TRANSITIONS = {
  send: { from: ['OPEN'], to: 'SENT' },
  resolve: { from: ['OPEN', 'SENT'], to: 'RESOLVED' },
  reject: { from: ['OPEN', 'SENT'], to: 'REJECTED' },
  reopen: { from: ['RESOLVED', 'REJECTED'], to: 'OPEN' },
} as const satisfies Record<string, { from: readonly CaseStatus[]; to: CaseStatus }>

export type CaseTransition = keyof typeof CASE_TRANSITIONS

export function canCaseTransition(status: CaseStatus, step: CaseTransition): boolean {
  const from: readonly CaseStatus[] = CASE_TRANSITIONS[step].from
  return from.includes(status)
}

/** True until the case is resolved or rejected. */
export function isOpenCase(status: CaseStatus): boolean {
  return canCaseTransition(status, 'resolve')
}

/** Views of the list, one per tab. */
export const CASE_VIEW_LABELS = {
  MINE: 'Mine',
  UNASSIGNED: 'Unassigned',
  OVERDUE: 'Overdue',
  OPEN: 'All open',
  CLOSED: 'Closed',
} as const

export type CaseView = keyof typeof CASE_VIEW_LABELS

export const CASE_VIEWS = keysOf(CASE_VIEW_LABELS)

/** Purchases of a case. */
export const MAX_PURCHASES = 20

/** Working days from opening a case to its default due date. */
export const CASE_DUE_WORKING_DAYS = 5

export const MAX_NOTE_LENGTH = 2_000

export const MAX_MENTIONS = 10

/** `C-000118`. */
export function caseNumber(no: number | string): string {
  return `C-${String(no).padStart(6, '0')}`
}

/** The number of `C-000118`, `c118` or `118`; undefined for other texts. */
export function readCaseNumber(text: string): number | undefined {
  const digits = /^\s*(?:c-?)?0*(\d{1,9})\s*$/i.exec(text)?.[1]
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits)
}

/** Effect of the posting statuses of a case’s purchases. `ATTENTION`: a user must decide. */
export type PostingOutcome = 'POSTED' | 'NOT_OWED' | 'ATTENTION' | 'WAITING'

/** Kinds that close by themselves once every purchase is posted or reversed. */
const CLOSES_ITSELF: ReadonlySet<CaseKind> = new Set(['LATE_POINTS', 'MISSING_TRANSACTION'])

/** `statuses`: those of all purchases; null for a typed purchase without a transaction yet. */
export function postingOutcome(
  kind: CaseKind,
  statuses: readonly (TransactionStatus | null)[],
): PostingOutcome {
  if (statuses.length === 0 || !CLOSES_ITSELF.has(kind)) return 'WAITING'
  if (statuses.every((status) => status === 'POSTED')) return 'POSTED'
  if (statuses.every((status) => status === 'REVERSED')) return 'NOT_OWED'
  if (statuses.includes('REJECTED')) return 'ATTENTION'
  const isWaiting = statuses.some((status) => status === null || status === 'PENDING')
  return isWaiting ? 'WAITING' : 'ATTENTION'
}
