import { lockFile, transitionFile } from '../resources/files/file-writes.store.ts'
import { requireWorkAccess } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Takes a QUEUED file into work; one that a killed worker had in work is taken again. False when it has ended. */
export async function claimQueued({ db, clock }: WorkerDeps, filekey: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.state !== 'QUEUED' && file?.state !== 'PROCESSING') return false
    if (file.state === 'QUEUED')
      await transitionFile(tx, filekey, file.state, 'process', { processing_at: clock.now() })
    await requireWorkAccess(tx, filekey)
    return true
  })
}
