import type { FileJob } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { failForOtherRows } from './clean-up.ts'
import { isStaged } from './staging/is-staged.ts'
import { stagingTable } from './staging/staging.ts'
import { listUnfinishedChunks } from './tracked/chunks.store.ts'
import { dropStaging } from './tracked/drop-staging.ts'
import { sendFileJobs } from './tracked/file-work.ts'
import { lockFile } from './tracked/file-writes.store.ts'
import { type FileRow, findFile } from './tracked/files.store.ts'
import { claimQueued, requireWorkAccess } from './tracked/work-access.ts'
import { stageInquiry } from './validate-upload.ts'

/** Continues a retried inquiry. If staged rows that it still needs are lost, first stages them again from the upload. */
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
