import { withClient } from '../db/client.ts'
import { writeResultRows } from '../inquiry-file/result-rows.ts'
import { findChunk, finishChunk, listUnfinishedChunks } from '../resources/files/chunks.store.ts'
import { addChunkCounts, lockFile } from '../resources/files/file-writes.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import type { Jobs } from './queue.ts'
import { AccessLost, claimQueued, requireWorkAccess } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Writes the result of a chunk to its own object. Idempotent: a repetition writes the same bytes and is counted once. */
export async function answerChunk(
  deps: WorkerDeps,
  { filekey, attempt, chunkNo }: Jobs['answer-chunk'],
): Promise<void> {
  const { db, pool, storage, clock, sendJob, telemetry } = deps
  if (!(await claimQueued(deps, filekey))) return
  const [file, chunk] = await Promise.all([findFile(db, filekey), findChunk(db, filekey, chunkNo)])
  if (!file?.as_of || !chunk || chunk.done_at) return
  const { as_of: asOf, date_from: dateFrom, date_to: dateTo } = file

  const written = await withClient(pool, (_tx, client) =>
    writeResultRows({
      client,
      filekey,
      fromRow: chunk.from_row,
      toRow: chunk.to_row,
      asOf,
      dateFrom,
      dateTo,
      write: (lines) => storage.write(objectKey.chunk(filekey, chunkNo), lines),
    }),
  )

  telemetry?.recordRows('answered', written.rows)
  const finished = db.transaction().execute(async (tx) => {
    // The row lock serializes the workers, so that exactly one finishes the last chunk.
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return false
    if (!(await finishChunk(tx, filekey, chunkNo, written, clock.now()))) return true
    await addChunkCounts(tx, filekey, written)
    if ((await listUnfinishedChunks(tx, filekey)).length === 0)
      await sendJob(tx, 'finish-file', { filekey, attempt })
    await requireWorkAccess(tx, filekey)
    return true
  })
  // Clean-up may have run before this object was written.
  const discard = () => storage.remove(objectKey.chunk(filekey, chunkNo))
  const isProcessing = await finished.catch(async (error: unknown) => {
    if (error instanceof AccessLost) await discard()
    throw error
  })
  if (!isProcessing) await discard()
}
