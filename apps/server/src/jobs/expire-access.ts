import { recordPassed } from '../resources/access/expired-access.store.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Records ends of temporary access. They have taken effect at their time, without this job. */
export async function expireAccess({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction().execute((tx) => recordPassed(tx))
}
