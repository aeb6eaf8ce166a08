import { objectKey } from '../adapters/storage/object-keys.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { manilaDay } from '../kernel/clock.ts'
import { assembleResult } from './result/result-chunks.ts'
import { countLastFours } from './result/result-index.ts'
import { listChunks, listOutcomes } from './tracked/chunks.store.ts'
import { lockFile, transitionFile } from './tracked/file-writes.store.ts'
import { findFile } from './tracked/files.store.ts'
import { addGuesses } from './tracked/guess-counts.store.ts'
import { holdReason } from './tracked/held-result.ts'
import { requireWorkAccess } from './tracked/work-access.ts'

/** Assembles the chunks into the result and completes the file. */
export async function finishFile(
  { db, storage, clock, holds, sendJob }: WorkerDeps,
  { filekey }: { filekey: string },
): Promise<void> {
  const file = await findFile(db, filekey)
  if (file?.state !== 'PROCESSING' && file?.state !== 'QUEUED') return
  const chunks = await listChunks(db, filekey)
  const stored = chunks.map((chunk) => {
    if (chunk.sha256 === null || chunk.bytes === null)
      throw new Error(`chunk ${chunk.chunk_no} is not finished`)
    const key = objectKey.chunk(filekey, chunk.chunk_no)
    return { bytes: chunk.bytes, sha256: chunk.sha256, open: () => storage.read(key) }
  })
  const counts = countLastFours(await listOutcomes(db, filekey))
  const result = await storage.write(objectKey.result(filekey), assembleResult(stored))

  await db.transaction().execute(async (tx) => {
    let current = (await lockFile(tx, filekey))?.state
    // A retry of a file whose chunks are all done.
    if (current === 'QUEUED') current = await transitionFile(tx, filekey, current, 'process')
    if (current !== 'PROCESSING') return
    const now = clock.now()
    const guesses = await addGuesses(tx, {
      // Also after a hand-over.
      userId: file.original_uploader ?? file.uploaded_by,
      day: manilaDay(now),
      notFound: file.not_found,
      lastFours: counts.notFound,
    })
    const because = holdReason(file, { ...guesses, lookedUp: counts.lookedUp }, holds)
    const to = await transitionFile(
      tx,
      filekey,
      current,
      file.error > 0 ? 'completeWithErrors' : 'complete',
      {
        finished_at: now,
        result_sha256: result.sha256,
        result_bytes: result.bytes,
        ...(because && { held_at: now, held_because: because }),
      },
    )
    await sendJob(tx, 'drop-staging', { filekey })
    const changes = {
      state: [current, to],
      rows: [null, file.total],
      // Omitted while held, because the owner can read the history.
      ...(!because && ({ found: [null, file.found], not_found: [null, file.not_found] } as const)),
    } as const
    await recordSystemAudit(tx, { resource: 'inquiry', action: 'finish', id: file.inquiry_id, changes })
    if (because)
      await recordSystemAudit(tx, {
        resource: 'file',
        action: 'hold',
        id: filekey,
        changes: { because: [null, because] },
      })
    await requireWorkAccess(tx, filekey)
  })
  // The nightly job removes those that a kill leaves here.
  await storage.remove(objectKey.chunks(filekey))
}
