import type { WorkerDeps } from '../../../jobs/worker-deps.ts'
import { mailDueDeciders } from './decider-mails.ts'
import { endRequests } from './end-requests.ts'

/** Expires requests that no one has decided in time, and mails deciders for whom requests have come since their last mail. */
export async function expireApprovals({ db, clock, sendJob }: WorkerDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute((tx) => endRequests(tx, 'expired', { now, sendJob, reason: null }))
  await db.transaction().execute((tx) => mailDueDeciders(tx, sendJob, now))
}
