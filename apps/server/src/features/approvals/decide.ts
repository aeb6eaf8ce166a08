import type { ApprovalRow } from '@backoffice/contract/approvals'
import { deniedMessage } from '@backoffice/contract/permission-labels'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { ItemOutcome } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { changesOfEnd, endAccessOfApproval } from '../access/temporary-access.store.ts'
import { contentHash, noSuchRequest, toRow } from './approval-replies.ts'
import { NotExecutable, type PreparedExecution } from './execute.ts'
import { endApproval, lockApproval, type StoredApproval } from './requests/approvals.store.ts'
import { notifyRequester } from './requests/notify.ts'
import { viewPermission } from './requests/request-table.ts'

type EndStatus = Parameters<typeof endApproval>[2]['status']
type Context = { clock: Clock; sendJob: SendJob }
export type Step = Context & { tx: Tx; id: string; caller: Caller }
type Ending = Context & { tx: Tx; id: string; by: { id: string | null } }

/**
 * Approves a request that the caller may decide. Throws `approval_not_opened` for a high-risk one without the hash of its
 * content.
 */
export async function approveOne(
  step: Step & { opened: string | undefined },
  execution: PreparedExecution,
  reason: string | null,
): Promise<ItemOutcome<ApprovalRow>> {
  const { caller, opened } = step
  const stored = await lockDecidable(step)
  if (stored.is_high_risk && opened !== contentHash(stored)) throw new HttpError('approval_not_opened')
  const { row, failure } = await approve({ ...step, by: caller }, execution, reason)
  const outcome = doneBy(caller, row)
  return failure
    ? { ...outcome, reason: failure.code, event: { resource: 'approval', action: 'fail' } }
    : outcome
}

/**
 * Applies the change of a locked request and ends it. A change that can’t be applied ends the request without a change,
 * and is returned. Throws `approval_ended`.
 */
export async function approve(
  ending: Ending,
  execution: PreparedExecution,
  reason: string | null,
): Promise<{ row: StoredApproval; failure?: NotExecutable }> {
  if (!execution) throw new HttpError('approval_ended')
  const failure = execution instanceof NotExecutable ? execution : await attempt(ending, execution)
  if (!failure) return { row: await end(ending, 'EXECUTED', reason) }
  return { row: await end(ending, failure.isStale ? 'STALE' : 'FAILED', failure.message), failure }
}

/** Undefined once the change is applied. */
async function attempt(
  { tx }: Ending,
  execution: (tx: Tx) => Promise<void>,
): Promise<NotExecutable | undefined> {
  await sql`SAVEPOINT execution`.execute(tx)
  try {
    await execution(tx)
    return undefined
  } catch (error) {
    if (!(error instanceof NotExecutable)) throw error
    await sql`ROLLBACK TO SAVEPOINT execution`.execute(tx)
    return error
  }
}

/** Ends a request that can’t be applied any more. Throws `approval_current` for one that still can. */
export async function dismissOne(
  step: Step,
  execution: PreparedExecution,
): Promise<ItemOutcome<ApprovalRow>> {
  await lockDecidable(step)
  if (!execution) throw new HttpError('approval_ended')
  const ending = { ...step, by: step.caller }
  const failure = execution instanceof NotExecutable ? execution : await attempt(ending, execution)
  // Its item is rolled back.
  if (!failure) throw new HttpError('approval_current')
  return doneBy(step.caller, await end(ending, failure.isStale ? 'STALE' : 'FAILED', failure.message))
}

export async function rejectOne(step: Step, reason: string): Promise<ItemOutcome<ApprovalRow>> {
  const stored = await lockDecidable(step)
  // A rejection ends the access, which is already in use.
  const ended = stored.kind === 'BREAK_GLASS' ? await endAccessOfApproval(step.tx, step.id) : undefined
  const outcome = doneBy(step.caller, await end({ ...step, by: step.caller }, 'REJECTED', reason))
  if (!ended) return outcome
  const changes = changesOfEnd(ended)
  return { ...outcome, others: [{ resource: 'user', action: 'end-access', id: ended.user_id, changes }] }
}

export async function withdrawOne(step: Step): Promise<ItemOutcome<ApprovalRow>> {
  const { caller } = step
  const stored = await lockApproval(step.tx, step.id)
  if (stored?.requested_by !== caller.id) throw noSuchRequest()
  if (stored.kind === 'BREAK_GLASS') throw new HttpError('own_request')
  requireOpen(stored)
  return doneBy(caller, await end({ ...step, by: caller }, 'WITHDRAWN', null))
}

async function lockDecidable({ tx, id, caller }: Step): Promise<StoredApproval> {
  const stored = await lockApproval(tx, id)
  if (!stored) throw noSuchRequest()
  const { undecidable } = toRow(stored, caller)
  const permission = viewPermission(stored.table_name)
  if (undecidable === 'view' && permission)
    throw new HttpError('access_denied', { detail: deniedMessage([permission]), missing: [permission] })
  if (undecidable) throw new HttpError('own_request')
  requireOpen(stored)
  return stored
}

/** Throws `approval_ended` unless the request can still be decided. */
export function requireOpen({ status, has_expired }: StoredApproval): void {
  if (status !== 'PENDING' || has_expired) throw new HttpError('approval_ended')
}

async function end({ tx, id, by, clock, sendJob }: Ending, status: EndStatus, reason: string | null) {
  await endApproval(tx, id, { status, by: by.id, reason }, clock.now())
  const row = await lockApproval(tx, id)
  if (!row) throw noSuchRequest()
  const { requested_by, kind, what } = row
  if (requested_by !== by.id)
    await notifyRequester(tx, sendJob, { id, requested_by, kind, what, status, reason })
  return row
}

function doneBy(caller: Caller, row: StoredApproval) {
  const changes = { status: ['PENDING', row.status] } as const
  const reason = row.decision_reason
  return { outcome: 'done' as const, row: toRow(row, caller), changes, ...(reason !== null && { reason }) }
}
