import { endRequests } from '../resources/approval-requests/end-requests.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Expires requests that no one has decided in time. */
export async function expireApprovals({ db, clock, sendJob }: WorkerDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute((tx) => endRequests(tx, 'expired', { now, sendJob, reason: null }))
}
