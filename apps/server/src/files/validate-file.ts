import { uploadLayout } from '@backoffice/contract/columns'
import { objectKey } from '../adapters/storage/object-keys.ts'
import type { Tx } from '../db/client.ts'
import type { FoundColumns, StoredMatching } from '../db/schema.ts'
import type { FileJob } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { type Changes, recordSystemAudit } from '../kernel/audit.ts'
import { withShownCells } from './check/apply-fixes.ts'
import type { RejectedFile } from './csv/file-rejected.ts'
import type { FoundUpload } from './match/match-upload.ts'
import { describeMatching } from './match/matching.ts'
import { ReportFiles } from './report-files.ts'
import { dropStaging } from './tracked/drop-staging.ts'
import {
  findSameContent,
  lockFile,
  replaceErrors,
  transitionFile,
  updateProgress,
} from './tracked/file-writes.store.ts'
import { type FileRow, findFile, markCopied } from './tracked/files.store.ts'
import { listFixes, replaceRowsToFix } from './tracked/rows-to-fix.store.ts'
import { storeColumns } from './tracked/upload-columns.store.ts'
import { requireWorkAccess } from './tracked/work-access.ts'
import { type ValidatedUpload, validateUpload } from './validate-upload.ts'

/**
 * The dry run reads the upload once, stages its rows and stores the outcome. A job of an earlier check does nothing.
 */
export async function validateFile(deps: WorkerDeps, { filekey, attempt }: FileJob): Promise<void> {
  const { db, storage, clock } = deps
  const isClaimed = await db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.attempt !== attempt || (file.state !== 'UPLOADED' && file.state !== 'VALIDATING')) return false
    // If already VALIDATING, a worker has died and the validation starts again.
    if (file.state === 'UPLOADED')
      await transitionFile(tx, filekey, file.state, 'read', {
        validating_at: clock.now(),
        total: 0,
        bytes_read: 0,
      })
    await requireWorkAccess(tx, filekey)
    return true
  })
  if (!isClaimed) return
  if (!(await copyUpload(deps, filekey))) return
  const file = await findFile(db, filekey)
  if (file?.attempt !== attempt) return

  const abort = new AbortController()
  let reporting = Promise.resolve()
  let reported = 0
  const onProgress = (rows: number, bytes: number) => {
    deps.telemetry?.recordRows('validated', rows - reported)
    reported = rows
    reporting = reporting.then(async () => {
      if (!(await updateProgress(db, { filekey, attempt }, { rows, bytes }))) abort.abort(new FileCancelled())
    })
    // Ignored, because the validation itself fails if the database is unavailable.
    reporting.catch(() => {})
  }
  const reports = new ReportFiles(storage, filekey)
  try {
    const input = { file, now: clock.now(), onProgress, signal: abort.signal }
    const openReport: ReportFiles['open'] = (name) => reports.open(name)
    await validateUpload(deps, { ...input, openReport }, async (tx, outcome) => {
      await reporting.catch(() => {})
      const reportBytes = await reports.stored()
      const current = await lockFile(tx, filekey)
      if (current?.state !== 'VALIDATING' || current.attempt !== attempt) throw new FileCancelled()
      await storeOutcome(deps, tx, { file, outcome, reports, reportBytes })
      await requireWorkAccess(tx, filekey)
    })
  } catch (error) {
    await reports.discard()
    if (!(error instanceof FileCancelled)) throw error
    // The job that cleans a cancelled file may have run before these rows were staged.
    await dropStaging(deps, { filekey })
  }
}

type Outcome = {
  file: FileRow
  outcome: ValidatedUpload
  reports: ReportFiles
  reportBytes: number
}

async function storeOutcome(
  { storage, clock, sendJob }: WorkerDeps,
  tx: Tx,
  { file, outcome, reports, reportBytes }: Outcome,
): Promise<void> {
  const { source_filekey: filekey } = file
  if (outcome.outcome === 'rejected') {
    await rejectFile(tx, filekey, outcome, clock.now())
    await sendJob(tx, 'clean-file', { filekey })
  } else if (outcome.outcome === 'unmatched') {
    if (file.validated_at) await storage.remove(objectKey.reports(filekey))
    await awaitMatching(tx, filekey, outcome.columns)
  } else {
    if (file.validated_at) await reports.removeOthers()
    const stored = { hasRejected: reports.has('rejected'), reportBytes }
    await acceptFile(tx, { file, outcome, stored, now: clock.now() })
    if (outcome.stagedRun) await sendJob(tx, 'drop-staging', { filekey })
  }
}

/** Copies the upload of a file that runs again. False if the file was cancelled meanwhile. */
async function copyUpload({ db, storage, clock }: WorkerDeps, filekey: string): Promise<boolean> {
  const file = await findFile(db, filekey)
  if (!file || file.uploaded_at || file.copied_from === null) return true
  await storage.write(objectKey.source(filekey), storage.read(objectKey.source(file.copied_from)))
  const isCopied = await markCopied(db, filekey, clock.now())
  // The job that cleans a cancelled file may have run before the copy was complete.
  if (!isCopied) await storage.remove(objectKey.upload(filekey))
  return isCopied
}

/** Rejects the file, of which only the upload and the reason stay. */
async function rejectFile(tx: Tx, filekey: string, outcome: RejectedFile, now: Date): Promise<void> {
  await replaceErrors(tx, filekey, [])
  const to = await transitionFile(tx, filekey, 'VALIDATING', 'reject', {
    sha256: outcome.sha256 ?? null,
    failure_code: outcome.code,
    failure_detail: outcome.detail,
    validated_at: now,
    finished_at: now,
  })
  await recordOutcome(tx, filekey, { state: ['VALIDATING', to], code: [null, outcome.code] })
}

/** A file without the outcome of a dry run. */
const NOT_CHECKED = {
  ...{ total: 0, valid: 0, warning: 0, error: 0, duplicate: 0, skipped: 0, bytes_read: 0 },
  ...{ rows_without_dates: 0, errors_total: 0, error_codes: {}, report_bytes: 0 },
  ...{ has_rejected: false, validated_at: null, preview: null, already_uploaded: null },
}

/** Waits for a user who matches the columns. */
async function awaitMatching(tx: Tx, filekey: string, columns: FoundUpload): Promise<void> {
  await replaceErrors(tx, filekey, [])
  await storeColumns(tx, filekey, columns)
  const to = await transitionFile(tx, filekey, 'VALIDATING', 'awaitMatching', NOT_CHECKED)
  await recordOutcome(tx, filekey, { state: ['VALIDATING', to] })
}

type AcceptedFile = {
  file: FileRow
  outcome: Extract<ValidatedUpload, { outcome: 'ready' }>
  stored: { hasRejected: boolean; reportBytes: number }
  now: Date
}

/** Accepts the file, which then awaits its confirmation. */
async function acceptFile(
  tx: Tx,
  { file, outcome, stored: { hasRejected, reportBytes }, now }: AcceptedFile,
): Promise<void> {
  const { source_filekey: filekey, category } = file
  const { total, valid, warning, error, duplicate, sha256 } = outcome
  await replaceErrors(tx, filekey, outcome.firstErrors)
  if (outcome.columns) {
    await storeColumns(tx, filekey, outcome.columns)
    await recordRemembered(tx, file, outcome.matching, outcome.columns.found)
  }
  const rows = withShownCells(outcome.rowsToFix, await listFixes(tx, filekey), uploadLayout(category).fields)
  await replaceRowsToFix(tx, filekey, rows)
  const to = await transitionFile(tx, filekey, 'VALIDATING', 'accept', {
    matching: outcome.matching,
    staged_run: outcome.stagedRun,
    sha256,
    bytes_read: outcome.bytes,
    total,
    valid,
    warning,
    error,
    duplicate,
    skipped: error + duplicate,
    ...(outcome.preview && { preview: outcome.preview }),
    rows_without_dates: outcome.rowsWithoutDates,
    errors_total: outcome.errorsTotal,
    error_codes: outcome.errorCodes,
    holds_cards: outcome.holdsCards ?? null,
    has_rejected: hasRejected,
    report_bytes: reportBytes,
    validated_at: now,
    already_uploaded: await findSameContent(tx, filekey, sha256, category),
  })
  await recordOutcome(tx, filekey, {
    state: ['VALIDATING', to],
    rows: [null, total],
    valid: [null, valid],
    error: [null, error],
    duplicate: [null, duplicate],
    sha256: [null, sha256],
  })
}

/** Records a matching that no user has confirmed for this file, in the words of one that a user chose. */
async function recordRemembered(
  tx: Tx,
  { source_filekey, category }: FileRow,
  matching: StoredMatching | null,
  found: FoundColumns,
): Promise<void> {
  if (!matching?.is_remembered) return
  const changes = {
    ...describeMatching(null, matching, found, uploadLayout(category)),
    remembered: [null, matching.at],
  } as const
  await recordSystemAudit(tx, { resource: 'file', action: 'match', id: source_filekey, changes })
}

async function recordOutcome(tx: Tx, filekey: string, changes: Changes) {
  await recordSystemAudit(tx, { resource: 'file', action: 'validate', id: filekey, changes })
}

/** The file was cancelled during the validation, or is checked again by another job. */
class FileCancelled extends Error {}
