import { objectKey } from '../adapters/storage/object-keys.ts'
import { withClient } from '../db/client.ts'
import { stagingTable } from '../db/staging-table.ts'
import type { FileJob, Jobs } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { manilaDay } from '../kernel/clock.ts'
import { failForLostStaging, failForOtherRows } from './clean-up.ts'
import { assembleResult } from './result/result-chunks.ts'
import { countLastFours } from './result/result-index.ts'
import { readWorkingDays, writeResultRows } from './result/result-rows.ts'
import {
  findChunk,
  finishChunk,
  listChunks,
  listOutcomes,
  listUnfinishedChunks,
} from './tracked/chunks.store.ts'
import { dropStaging } from './tracked/drop-staging.ts'
import { sendFileJobs } from './tracked/file-jobs.ts'
import { addChunkCounts, lockFile, transitionFile } from './tracked/file-writes.store.ts'
import { type FileRow, findFile } from './tracked/files.store.ts'
import { holdReason } from './tracked/held-result.ts'
import { isStaged } from './tracked/staging-tables.store.ts'
import { addGuesses } from './tracked/user-limits.store.ts'
import { AccessLost, claimQueued, requireWorkAccess } from './tracked/work-access.ts'
import { stageInquiry } from './validate-upload.ts'

/**
 * Continues a retried inquiry. If staged rows that it still needs are lost, first stages them again from the upload.
 */
export async function stageFile(deps: WorkerDeps, job: FileJob): Promise<void> {
  const { db, ledger } = deps
  const { filekey, attempt } = job
  if (!(await claimQueued(deps, filekey))) return
  const file = await findFile(db, filekey)
  if (file?.attempt !== attempt) return
  const isNeeded = (await listUnfinishedChunks(db, filekey)).length > 0
  const isKept = !isNeeded || (await isStaged(ledger.db, stagingTable(filekey, file.staged_run)))
  const staged = isKept ? file.staged_run : await stageAgain(deps, file)
  if (staged === false) await failForOtherRows(deps, job)
  // Otherwise these rows would remain until the end of the file, or of the night.
  if (staged === false || !(await accept(deps, job, file, staged))) await dropStaging(deps, { filekey })
}

/** False if the file was cancelled or failed meanwhile, or another worker has staged the rows, which may be in use. */
function accept(deps: WorkerDeps, job: FileJob, file: FileRow, run: string | null): Promise<boolean> {
  const { filekey, attempt } = job
  return deps.db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    const isOpen = current?.state === 'PROCESSING' && current.attempt === attempt
    if (!isOpen || current.staged_run !== file.staged_run) return false
    await tx.updateTable('files').set({ staged_run: run }).where('source_filekey', '=', filekey).execute()
    await sendFileJobs(file.kind, tx, deps.sendJob, job)
    await deps.sendJob(tx, 'drop-staging', { filekey })
    await requireWorkAccess(tx, filekey)
    return true
  })
}

/** The new run; false if the upload yields other rows than the confirmed ones. */
async function stageAgain(deps: WorkerDeps, file: FileRow): Promise<string | false> {
  const { validated_at: now, sha256, total, valid, error, duplicate, rows_without_dates } = file
  if (!now) throw new Error('The file was not checked')
  const outcome = await stageInquiry(deps, {
    ...{ file, now, openReport: () => NO_REPORT, onProgress: () => {} },
    signal: new AbortController().signal,
  })
  const isSame =
    outcome.outcome === 'ready' &&
    outcome.sha256 === sha256 &&
    outcome.total === total &&
    outcome.valid === valid &&
    outcome.error === error &&
    outcome.duplicate === duplicate &&
    outcome.rowsWithoutDates === rows_without_dates
  return isSame && outcome.stagedRun
}

/** The stored reports stay. */
const NO_REPORT = { write: () => {}, end: () => {}, discard: () => {} }

/** PostgreSQL's undefined_table. */
const NO_TABLE = '42P01'

/** Writes the result of a chunk to its own object. A repetition writes the same bytes and is counted once. */
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
