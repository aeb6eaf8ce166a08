import { api } from '@backoffice/contract/api'
import { APPROVAL_STATUSES, type RuleKind } from '@backoffice/contract/approvals'
import { type ApprovableDeps, addApprovableGroups } from '../../app/approvable-groups.ts'
import type { Database } from '../../db/client.ts'
import { confirmAccess } from '../../features/access/authenticate.ts'
import { approvalsHandlers } from '../../features/approvals/approvals.routes.ts'
import { approve, requireOpen } from '../../features/approvals/decide.ts'
import { prepareExecution } from '../../features/approvals/execute.ts'
import { createApprovalGate } from '../../features/approvals/gate.ts'
import { listPending, lockApproval } from '../../features/approvals/requests/approvals.store.ts'
import { lockRule, updateRule } from '../../features/approvals/requests/rules.store.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { registerApprovables } from '../../kernel/mount.ts'

/** A refusal with a message for the operator. */
export class OperatorError extends Error {}

const OPERATOR = { id: null, name: 'Operator', caller: null }

export async function listRequests(db: Database): Promise<string> {
  const rows = await listPending(db)
  if (rows.length === 0) return 'No requests are waiting.'
  return rows
    .map(
      ({ id, what, requester, expires_at }) =>
        `${id}  ${what}  (${requester}, ${expires_at ? `decide by ${expires_at.toISOString()}` : 'no time limit'})`,
    )
    .join('\n')
}

/** The operator requests nothing. */
const NO_LIMITS = { open: 0, perHour: 0 }

/** Approves a request in place of a user. Throws `OperatorError` or `approval_ended`. */
export async function approveAsOperator(
  deps: ApprovableDeps,
  { id, reason }: { id: string; reason: string },
): Promise<string> {
  const { db, clock, sendJob } = deps
  const gate = createApprovalGate({ ...deps, limits: NO_LIMITS })
  const executor = { db, clock, sendJob, approvables: gate.approvables, confirmAccess }
  addApprovableGroups(deps, (name, group, handlers) => registerApprovables(gate, name, group, handlers))
  registerApprovables(gate, 'approvals', api.approvals, approvalsHandlers(executor))
  const execution = await prepareExecution(executor, id, { ...NO_REQUEST, approver: OPERATOR })
  const { row, failure } = await db.transaction().execute(async (tx) => {
    const stored = await lockApproval(tx, id)
    if (!stored) throw new OperatorError('There is no request with this id.')
    requireOpen(stored)
    const approved = await approve({ tx, id, by: OPERATOR, clock, sendJob }, execution, reason)
    const changes = { status: ['PENDING', approved.row.status] } as const
    await recordAudit(tx, { actor: OPERATOR, ...NO_REQUEST }, [
      { resource: 'approval', action: approved.failure ? 'fail' : 'approve', id, changes, reason },
    ])
    return approved
  })
  if (failure)
    throw new OperatorError(`${APPROVAL_STATUSES[row.status]}, nothing was changed: ${failure.message}`)
  return `Approved: ${row.what}.`
}

/** Switches a rule off without approval. Throws `OperatorError` if it is off. */
export async function switchOffRule(db: Database, kind: RuleKind): Promise<string> {
  await db.transaction().execute(async (tx) => {
    const { is_on, threshold } = await lockRule(tx, kind)
    if (!is_on) throw new OperatorError('This rule is already off.')
    await updateRule(tx, kind, { is_on: false, threshold })
    await recordAudit(tx, { actor: OPERATOR, ...NO_REQUEST }, [
      { resource: 'approval-rule', action: 'update', id: kind, changes: { is_on: [true, false] } },
    ])
  })
  return `The rule ${kind} is off.`
}
