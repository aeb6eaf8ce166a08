import { recordSystemAudit } from '../kernel/audit.ts'
import { exportRequest } from '../resources/files/file-request.ts'
import {
  lockFile,
  transitionFile,
  updateProcessed,
  updateTotal,
} from '../resources/files/file-writes.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { claimQueued } from './claim-queued.ts'
import { exportRows } from './kinds/export-rows.ts'
import type { FileJob } from './queue.ts'
import { AccessLost, checkWorkAccess, requireWorkAccess } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

const PROGRESS_MS = 250

/** Streams a list into a CSV. Begun anew after a kill: of the same data it writes the same bytes. */
export async function exportList(deps: WorkerDeps, { filekey }: FileJob): Promise<void> {
  const { db, storage, clock } = deps
  if (!(await claimQueued(deps, filekey))) return
  const file = await findFile(db, filekey)
  if (!file) return
  const progress = reporter(async (rows) => {
    await checkWorkAccess(db, filekey)
    return updateProcessed(db, filekey, rows)
  })
  try {
    const { total, stored } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const rows = await exportRows(tx, file.category, exportRequest(file), file.created_at)
        await updateTotal(db, filekey, rows.total)
        return {
          total: rows.total,
          stored: await storage.write(objectKey.result(filekey), rows.content(progress)),
        }
      })
    await db.transaction().execute(async (tx) => {
      const current = await lockFile(tx, filekey)
      if (current?.state !== 'PROCESSING') throw new FileCancelled()
      const to = await transitionFile(tx, filekey, current.state, 'complete', {
        finished_at: clock.now(),
        processed: total,
        valid: total,
        result_bytes: stored.bytes,
        result_sha256: stored.sha256,
      })
      const changes = {
        state: [current.state, to],
        rows: [null, total],
        bytes: [null, stored.bytes],
      } as const
      await recordSystemAudit(tx, { resource: 'file', action: 'finish', id: filekey, changes })
      await requireWorkAccess(tx, filekey)
    })
  } catch (error) {
    const isCancelled = error instanceof FileCancelled
    // Clean-up may have run before the object was written.
    if (isCancelled || error instanceof AccessLost) await storage.remove(objectKey.results(filekey))
    if (!isCancelled) throw error
  }
}

/** Reports a few times a second; throws once the file is no longer processed. */
function reporter(report: (rows: number) => Promise<boolean>) {
  let due = performance.now() + PROGRESS_MS
  return async (rows: number) => {
    if (performance.now() < due) return
    due = performance.now() + PROGRESS_MS
    if (!(await report(rows))) throw new FileCancelled()
  }
}

/** The export was cancelled while it was written. */
class FileCancelled extends Error {}
