import type { approvalSchemas } from '../approvals.schemas.ts'
import { addresses, type BodyRules, type Reply } from '../endpoint.ts'

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
/** A user of a request as it is shown: others with the same phone or a similar name are found when it is read. */
export type ShownUser = Approval['users'][number]
export type AffectedUser = Omit<ShownUser, 'same_contact' | 'similar'>
export type BreakGlassUse = NonNullable<Approval['use']>
export type LaterChange = Approval['later_changes'][number]
export type Takers = Approval['takers'][number]
export type RequestedAccess = NonNullable<Approval['requested_access']>
export type RequestRows = Reply<typeof approvalEndpoints.rows>
export type ApprovalRule = Reply<typeof approvalEndpoints.rules>['items'][number]
