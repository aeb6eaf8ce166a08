import type { ApprovalRow } from '@backoffice/contract/endpoints/approvals'
import { sql } from 'kysely'
import type { Clock } from '../../adapters/clock.ts'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { ItemOutcome } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { noSuchRequest, toRow } from './approval-replies.ts'
import { endApproval, lockApproval, type StoredApproval } from './approvals.store.ts'
import { type Execution, NotExecutable } from './execute.ts'
import { notifyRequester } from './notify.ts'

type Ended = Parameters<typeof endApproval>[2]['status']
type Step = { tx: Tx; id: string; caller: Caller; clock: Clock; sendJob: SendJob }

/** Approves the request and applies its change. What can’t be applied ends the request without a change. */
export async function approveOne(
  step: Step,
  execution: Execution | NotExecutable | undefined,
  reason: string | null,
): Promise<ItemOutcome<ApprovalRow>> {
  await lockDecidable(step)
  if (!execution) throw new HttpError('approval_ended')
  const failure = execution instanceof NotExecutable ? execution : await attempt(step, execution)
  if (!failure) return end(step, 'EXECUTED', reason)
  const status = failure.isStale ? 'STALE' : 'FAILED'
  const ended = await end(step, status, failure.message)
  return { ...ended, reason: failure.code, event: { resource: 'approval', action: 'fail' } }
}

/** Undefined once the change is applied. */
async function attempt({ tx, caller }: Step, execution: Execution): Promise<NotExecutable | undefined> {
  await sql`SAVEPOINT execution`.execute(tx)
  try {
    await execution.run(tx, { id: caller.id, name: caller.name })
    return undefined
  } catch (error) {
    if (!(error instanceof NotExecutable)) throw error
    await sql`ROLLBACK TO SAVEPOINT execution`.execute(tx)
    return error
  }
}

export async function rejectOne(step: Step, reason: string): Promise<ItemOutcome<ApprovalRow>> {
  await lockDecidable(step)
  return end(step, 'REJECTED', reason)
}

export async function withdrawOne(step: Step): Promise<ItemOutcome<ApprovalRow>> {
  const stored = await lockApproval(step.tx, step.id)
  if (stored?.requested_by !== step.caller.id) throw noSuchRequest()
  requireOpen(stored, step)
  return end(step, 'WITHDRAWN', null)
}

async function lockDecidable(step: Step): Promise<void> {
  const stored = await lockApproval(step.tx, step.id)
  if (!stored) throw noSuchRequest()
  const { undecidable } = toRow(stored, step.caller)
  if (undecidable) throw new HttpError('own_request')
  requireOpen(stored, step)
}

function requireOpen(stored: StoredApproval, { caller, clock }: Step): void {
  if (stored.status === 'PENDING' && stored.expires_at > clock.now()) return
  throw new HttpError('approval_ended', { current: toRow(stored, caller) })
}

async function end({ tx, id, caller, clock, sendJob }: Step, status: Ended, reason: string | null) {
  await endApproval(tx, id, { status, by: caller.id, reason }, clock.now())
  const row = await lockApproval(tx, id)
  if (!row) throw noSuchRequest()
  if (row.requested_by !== caller.id)
    await notifyRequester(tx, sendJob, { requested_by: row.requested_by, what: row.what, status, reason })
  const changes = { status: ['PENDING', status] } as const
  return { outcome: 'done' as const, row: toRow(row, caller), changes, ...(reason !== null && { reason }) }
}
