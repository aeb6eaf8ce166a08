import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { settleConfirmations } from './confirmations.store.ts'

/** Records calls whose users did not confirm their identity in time. */
export async function expireConfirmations({ db, clock }: Pick<WorkerDeps, 'db' | 'clock'>): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction().execute((tx) => settleConfirmations(tx, clock.now()))
}
