import type { Tx } from '../../../db/client.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import type { WorkerDeps } from '../../../jobs/worker-deps.ts'
import { recordSystemAudit } from '../../../kernel/audit.ts'
import { endApproval, lockPending, type PendingRequests } from './approvals.store.ts'
import { mailDueDeciders, notifyRequester } from './notify.ts'

/** `reason` states what happened to the file or the requester; null if the request has expired. */
type Context = { now: Date; sendJob: SendJob; reason: string | null }

/**
 * Ends pending requests without a decision if they have expired, or belong to a changed file or a requester who
 * leaves. Returns their number.
 */
export async function endRequests(
  tx: Tx,
  which: PendingRequests,
  { now, sendJob, reason }: Context,
): Promise<number> {
  const [status, action] =
    which === 'expired' ? (['EXPIRED', 'expire'] as const) : (['WITHDRAWN', 'withdraw'] as const)
  const pending = await lockPending(tx, which)
  for (const { id, requested_by, kind, what } of pending) {
    await endApproval(tx, id, { status, by: null, reason }, now)
    const changes = { status: ['PENDING', status] } as const
    await recordSystemAudit(tx, { resource: 'approval', action, id, changes, ...(reason && { reason }) })
    await notifyRequester(tx, sendJob, { id, requested_by, kind, what, status, reason })
  }
  return pending.length
}

/**
 * Expires requests that no one has decided in time, and mails deciders for whom requests have come since their last
 * mail.
 */
export async function expireApprovals({ db, clock, sendJob }: WorkerDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute((tx) => endRequests(tx, 'expired', { now, sendJob, reason: null }))
  await db.transaction().execute((tx) => mailDueDeciders(tx, sendJob, now))
}
