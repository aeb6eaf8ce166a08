import { recordPassed } from '../resources/access/expired-access.store.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Records the end of temporary access. It has ended before, by the time itself. */
export async function expireAccess({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction().execute((tx) => recordPassed(tx))
}
