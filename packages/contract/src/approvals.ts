import type { approvalSchemas } from './approvals.schemas.ts'
import { addresses, type BodyRules, type Reply } from './endpoint.ts'
import { labelOfState } from './objects.ts'

/** Kinds, states and limits of approvals, for the server and the screens. */

/**
 * Kinds of changes that need a second person. `threshold`: default number above which the rule applies; a kind without
 * one applies to every such change. `unit`: noun of what the threshold counts.
 */
export const APPROVAL_KINDS = {
  HIGH_RISK_GRANT: {
    label: 'High-risk access',
    description: 'A user gains a high-risk permission when someone changes users, roles or policies.',
    threshold: null,
    unit: 'user',
  },
  MASTER_DELETE: {
    label: 'Ending or deleting master data',
    description: 'A user ends or deletes a company, branch, payment method or transaction code in force.',
    threshold: null,
    unit: 'row',
  },
  BIN_RANGE: {
    label: 'BIN ranges',
    description:
      'A user adds, changes or removes a BIN range of a tender, directly or by its status or dates.',
    threshold: null,
    unit: 'tender',
  },
  // One kind for all such fields, because the sign of a transaction code moves as much money as a settlement account.
  MONEY: {
    label: 'Money and points',
    description:
      'A field changes that decides where money goes or how points count, such as a settlement account.',
    threshold: null,
    unit: 'row',
  },
  TERMINAL_MOVE: {
    label: 'Terminal moves',
    description: 'A user moves more terminals than this within 24 hours.',
    threshold: 10,
    unit: 'terminal',
  },
  MASS_CHANGE: {
    label: 'Mass changes',
    description:
      'A user changes more rows of a table than this within 24 hours. Transactions that a change maps count too.',
    threshold: 500,
    unit: 'row',
  },
  ACCESS: {
    label: 'Temporary access',
    description: 'A user requests a role or a policy for themselves.',
    threshold: null,
    unit: 'user',
  },
  BREAK_GLASS: {
    label: 'Break-glass access',
    description: 'A user took a role at once, in an emergency. Another user reviews it.',
    threshold: null,
    unit: 'user',
  },
  RULES: {
    label: 'Approval rules',
    description: 'A rule is changed. Applies while any rule is on.',
    threshold: null,
    unit: 'rule',
  },
} as const satisfies Readonly<
  Record<string, { label: string; description: string; threshold: number | null; unit: string }>
>
export type ApprovalKind = keyof typeof APPROVAL_KINDS

/** Kinds with a rule that can be switched. */
export const RULE_KINDS = [
  'HIGH_RISK_GRANT',
  'MASTER_DELETE',
  'BIN_RANGE',
  'MONEY',
  'TERMINAL_MOVE',
  'MASS_CHANGE',
] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** Kinds that a field of a lookup table can declare. */
export type FieldApproval = Extract<RuleKind, 'BIN_RANGE' | 'MONEY' | 'TERMINAL_MOVE'>

export const APPROVAL_STATUSES = {
  PENDING: 'To decide',
  EXECUTED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
  STALE: 'Out of date',
  FAILED: 'Not applied',
} as const
export type ApprovalStatus = keyof typeof APPROVAL_STATUSES

/** `decide` and `decided` need `approval:decide`. */
export const APPROVAL_VIEWS = { decide: 'To decide', mine: 'My requests', decided: 'Decided' } as const
export type ApprovalView = keyof typeof APPROVAL_VIEWS

export const APPROVAL_EXPIRES_AFTER_HOURS = 72
/** Minimum number of deciders while a rule is on: a requester and a second person. */
export const MIN_DECIDERS = 2
export const MAX_REASON_CHARS = 200
export const MAX_TICKET_CHARS = 30

const REASON = { reason: { label: 'Reason', rules: 'required|max:200' } } as const satisfies BodyRules

export const approvalEndpoints = addresses<typeof approvalSchemas>('user')({
  list: { method: 'POST', path: '/approvals/list', access: 'signed-in', effect: 'read' },
  counts: { method: 'GET', path: '/approvals/counts', access: 'signed-in', effect: 'read' },
  get: { method: 'GET', path: '/approvals/:id', access: 'signed-in', effect: 'read' },
  rows: { method: 'POST', path: '/approvals/:id/rows', access: 'signed-in', effect: 'read' },
  waiting: { method: 'POST', path: '/approvals/waiting', access: 'signed-in', effect: 'read' },
  check: { method: 'GET', path: '/approvals/:id/check', access: 'signed-in', effect: 'read' },
  approve: { method: 'POST', path: '/approvals/approve', access: 'approval:decide', effect: 'write' },
  reject: {
    method: 'POST',
    path: '/approvals/reject',
    access: 'approval:decide',
    effect: 'write',
    rules: REASON,
  },
  dismiss: { method: 'POST', path: '/approvals/dismiss', access: 'approval:decide', effect: 'write' },
  withdraw: { method: 'POST', path: '/approvals/withdraw', access: 'signed-in', effect: 'write' },
  rules: {
    method: 'GET',
    path: '/approval-rules',
    access: { anyOf: ['approval:decide', 'approval:manage'] },
    effect: 'read',
  },
  updateRule: {
    method: 'PATCH',
    path: '/approval-rules/:kind',
    access: 'approval:manage',
    effect: 'write',
  },
})

export type ApprovalRow = Reply<typeof approvalEndpoints.list>['items'][number]
export type Approval = Reply<typeof approvalEndpoints.get>
export type WaitingChange = Reply<typeof approvalEndpoints.waiting>['items'][number]
/** A user of a request as shown. Others with the same phone or a similar name are found on each read. */
export type ShownUser = Approval['users'][number]
export type AffectedUser = Omit<ShownUser, 'same_contact' | 'similar'>
export type BreakGlassUse = NonNullable<Approval['use']>
export type LaterChange = Approval['later_changes'][number]
export type Takers = Approval['takers'][number]
export type RequestedAccess = NonNullable<Approval['requested_access']>
export type RequestRows = Reply<typeof approvalEndpoints.rows>
export type ApprovalRule = Reply<typeof approvalEndpoints.rules>['items'][number]

/** Statuses of break-glass access, which is in use before it is decided. */
const REVIEW_STATUSES: Partial<Record<ApprovalStatus, string>> = {
  PENDING: 'To review',
  EXECUTED: 'Reviewed',
}

type KindAndStatus = { kind: ApprovalKind; status: ApprovalStatus }

export function statusLabel({ kind, status }: KindAndStatus): string {
  return (kind === 'BREAK_GLASS' && REVIEW_STATUSES[status]) || labelOfState(APPROVAL_STATUSES, status)
}
