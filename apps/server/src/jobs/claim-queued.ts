import { lockFile, transitionFile } from '../resources/files/file-writes.store.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Takes a QUEUED file into work; one that a killed worker had in work is taken again. False when it has ended. */
export async function claimQueued({ db, clock }: WorkerDeps, filekey: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.state === 'PROCESSING') return true
    if (file?.state !== 'QUEUED') return false
    await transitionFile(tx, filekey, file.state, 'process', { processing_at: clock.now() })
    return true
  })
}
