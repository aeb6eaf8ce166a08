import { objectKey } from '../adapters/storage/object-keys.ts'
import { withClient } from '../db/client.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { failForLostStaging } from './clean-up.ts'
import { readWorkingDays, writeResultRows } from './result/result-rows.ts'
import { stagingTable } from './staging/staging.ts'
import { findChunk, finishChunk, listUnfinishedChunks } from './tracked/chunks.store.ts'
import { addChunkCounts, lockFile } from './tracked/file-writes.store.ts'
import { findFile } from './tracked/files.store.ts'
import { AccessLost, claimQueued, requireWorkAccess } from './tracked/work-access.ts'

/** PostgreSQL's undefined_table. */
const NO_TABLE = '42P01'

/** Writes the result of a chunk to its own object. Idempotent: a repetition writes the same bytes and is counted once. */
export async function answerChunk(deps: WorkerDeps, job: Jobs['answer-chunk']): Promise<void> {
  const { filekey, attempt, chunkNo } = job
  const { db, pool, ledger, storage, clock, sendJob, telemetry } = deps
  if (!(await claimQueued(deps, filekey))) return
  const [file, chunk] = await Promise.all([findFile(db, filekey), findChunk(db, filekey, chunkNo)])
  if (!file?.as_of || !chunk || chunk.done_at) return
  const { as_of: asOf, date_from: dateFrom, date_to: dateTo, staged_run: run } = file

  const days = await withClient(pool, (client) => readWorkingDays(client, asOf))
  const looked = withClient(ledger.pool, (client) =>
    writeResultRows({
      ...{ client, filekey, run, days, asOf },
      fromRow: chunk.from_row,
      toRow: chunk.to_row,
      dateFrom,
      dateTo,
      write: (lines) => storage.write(objectKey.chunk(filekey, chunkNo), lines),
    }),
  )
  const written = await looked.catch((error: unknown) => {
    if (!isMissing(error, stagingTable(filekey, run))) throw error
    return null
  })
  if (!written) return failForLostStaging(deps, job)

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

const isMissing = (error: unknown, table: string) =>
  error instanceof Error && 'code' in error && error.code === NO_TABLE && error.message.includes(table)
