import { withClient } from '../db/client.ts'
import { answerChunk as answerRows } from '../inquiry-file/answer-chunk.ts'
import { addAnswered, lockFile, moveFile } from '../resources/files/file-steps.store.ts'
import { findFile } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { findChunk, finishChunk, unfinishedChunks } from '../resources/inquiries/inquiries.store.ts'
import type { Jobs } from './queue.ts'
import type { WorkerRoom } from './worker-room.ts'

/**
 * Answers one chunk into an object of its own. Done again after a death it writes the same bytes to the
 * same place; counted once, because the chunk's row says whether it was.
 */
export async function answerChunk(
  { db, pool, storage, clock, sendJob }: WorkerRoom,
  { filekey, attempt, chunkNo }: Jobs['answer-chunk'],
): Promise<void> {
  const isOurs = await db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.state === 'PROCESSING') return true
    if (file?.state !== 'QUEUED') return false
    await moveFile(tx, filekey, file.state, 'process', { processing_at: clock.now() })
    return true
  })
  if (!isOurs) return
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

  const isWanted = await db.transaction().execute(async (tx) => {
    // Holding the file makes workers finish their chunks one after another: one of them is the last.
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return false
    if (!(await finishChunk(tx, filekey, chunkNo, answered, clock.now()))) return true
    await addAnswered(tx, filekey, answered)
    if ((await unfinishedChunks(tx, filekey)).length === 0)
      await sendJob(tx, 'finish-file', { filekey, attempt })
    return true
  })
  // Cancelled meanwhile: the cleaning may have been here before this object was.
  if (!isWanted) await storage.remove(objectKey.chunk(filekey, chunkNo))
}
