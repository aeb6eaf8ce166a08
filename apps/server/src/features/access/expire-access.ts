import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { recordPassed } from './temporary-access.store.ts'

/** Records ends of temporary access. They have taken effect at their time, without this job. */
export async function expireAccess({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction().execute((tx) => recordPassed(tx))
}
