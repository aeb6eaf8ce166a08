import { withClient } from '../db/client.ts'
import { answerChunk as answerRows } from '../inquiry-file/answer-chunk.ts'
import { findChunk, finishChunk, listUnfinishedChunks } from '../resources/files/chunks.store.ts'
import { addChunkCounts, lockFile, transitionFile } from '../resources/files/file-writes.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * Answers one chunk into an object of its own. Idempotent: a repetition writes the same bytes, and the chunk's
 * row ensures that it is counted once.
 */
export async function answerChunk(
  { db, pool, storage, clock, sendJob, telemetry }: WorkerDeps,
  { filekey, attempt, chunkNo }: Jobs['answer-chunk'],
): Promise<void> {
  const isClaimed = await db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.state === 'PROCESSING') return true
    if (file?.state !== 'QUEUED') return false
    await transitionFile(tx, filekey, file.state, 'process', { processing_at: clock.now() })
    return true
  })
  if (!isClaimed) return
  const [file, chunk] = await Promise.all([findFile(db, filekey), findChunk(db, filekey, chunkNo)])
  if (!file?.as_of || !chunk || chunk.done_at) return
  const { as_of: asOf, date_from: dateFrom, date_to: dateTo } = file

  const answered = await withClient(pool, (_tx, client) =>
    answerRows({
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

  telemetry?.recordRows('answered', answered.rows)
  const isProcessing = await db.transaction().execute(async (tx) => {
    // The row lock serializes the workers, so that exactly one finishes the last chunk.
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return false
    if (!(await finishChunk(tx, filekey, chunkNo, answered, clock.now()))) return true
    await addChunkCounts(tx, filekey, answered)
    if ((await listUnfinishedChunks(tx, filekey)).length === 0)
      await sendJob(tx, 'finish-file', { filekey, attempt })
    return true
  })
  // Cancelled meanwhile: clean-up may have run before this object was written.
  if (!isProcessing) await storage.remove(objectKey.chunk(filekey, chunkNo))
}
