import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { endApproval, lockPending } from './approvals.store.ts'
import { notifyRequester } from './notify.ts'

type Context = { now: Date; sendJob: SendJob }

/** Ends pending requests without a decision: those that have expired, or those of a file that was changed. */
export async function endRequests(
  tx: Tx,
  which: 'expired' | { filekey: string },
  { now, sendJob }: Context,
): Promise<void> {
  const [status, action, reason] =
    which === 'expired'
      ? (['EXPIRED', 'expire', null] as const)
      : (['WITHDRAWN', 'withdraw', 'The file was changed after the request.'] as const)
  for (const { id, requested_by, kind, what } of await lockPending(tx, which)) {
    await endApproval(tx, id, { status, by: null, reason }, now)
    const changes = { status: ['PENDING', status] } as const
    await recordSystemAudit(tx, { resource: 'approval', action, id, changes, ...(reason && { reason }) })
    await notifyRequester(tx, sendJob, { requested_by, kind, what, status, reason })
  }
}
