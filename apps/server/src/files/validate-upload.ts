import { MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import type { ImportPreview } from '@backoffice/contract/files'
import { type Reader, type Tx, withClient } from '../db/client.ts'
import type { StoredMatching } from '../db/schema.ts'
import { newRun } from '../db/staging-table.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { manilaDay } from '../kernel/clock.ts'
import { importHandlerOf } from './apply-import.ts'
import { validateImportFile } from './check/validate-import-file.ts'
import { type ReadyFile, validateInquiryFile } from './check/validate-inquiry-file.ts'
import { FileRejected, type RejectedFile } from './csv/file-rejected.ts'
import { type FoundUpload, matchUpload } from './match/match-upload.ts'
import { type OpenUpload, openUpload } from './match/stored-upload.ts'
import type { ReportFiles } from './report-files.ts'
import type { FileRow } from './tracked/files.store.ts'
import { listFixes } from './tracked/rows-to-fix.store.ts'
import { findWorkUser } from './tracked/work-access.ts'

/** `stagedRun` is the run of the rows in the ledger; null for imports. */
type ReadyUpload = Omit<ReadyFile, 'delimiter'> & {
  preview?: ImportPreview
  stagedRun: string | null
  /** True if an import has a card number; null if unknown. */
  holdsCards?: boolean | null
}

export type ValidatedUpload =
  | (ReadyUpload & { matching: StoredMatching | null; columns?: FoundUpload })
  /** A user matches its columns first. */
  | { outcome: 'unmatched'; columns: FoundUpload }
  | RejectedFile

type ValidationInput = {
  file: FileRow
  /** Time of the dry run. */
  now: Date
  openReport: ReportFiles['open']
  onProgress: (rows: number, bytes: number) => void
  signal: AbortSignal
}

/**
 * The dry run reads the upload of an inquiry or import and stages its effect. `accept` stores the outcome in the given
 * transaction of the main database, for an import the one that stages, for an inquiry one that follows the commit of
 * the rows in the ledger.
 */
export async function validateUpload(
  deps: WorkerDeps,
  input: ValidationInput,
  accept: (tx: Tx, outcome: ValidatedUpload) => Promise<void>,
): Promise<void> {
  const { db } = deps
  const { file } = input
  const found = await rejecting(() => matchColumns(deps, input))
  if ('outcome' in found) return db.transaction().execute((tx) => accept(tx, found))
  const checked = { ...input, file: { ...file, matching: found.matching } }
  const acceptFound = (tx: Tx, outcome: ReadyUpload | RejectedFile) =>
    accept(tx, outcome.outcome === 'ready' ? { ...outcome, ...found } : outcome)
  if (file.kind === 'import')
    return db.transaction().execute(async (tx) => {
      await acceptFound(tx, await rejecting(() => stageImport(deps, checked, tx)))
    })
  const outcome = await stageInquiry(deps, checked)
  await db.transaction().execute((tx) => acceptFound(tx, outcome))
}

/** The outcome for an upload that is rejected. */
async function rejecting<T>(work: () => Promise<T>): Promise<T | RejectedFile> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    const { code, message: detail, line } = error
    return { outcome: 'rejected', code, detail, ...(line === undefined ? {} : { line }) }
  }
}

async function matchColumns(
  { db, storage, limits }: WorkerDeps,
  { file, now, onProgress, signal }: ValidationInput,
): Promise<Extract<ValidatedUpload, { outcome: 'unmatched' }> | MatchedUpload> {
  const { matching, columns, isOpen } = await matchUpload({
    ...{ db, storage, file, now, signal },
    maxRows: file.kind === 'import' ? MAX_IMPORT_ROWS : limits.maxRows,
    // Its rows are counted when they are checked.
    onProgress: (bytes) => onProgress(0, bytes),
  })
  if (isOpen && columns) return { outcome: 'unmatched', columns }
  return { matching, ...(columns && { columns }) }
}

type MatchedUpload = { matching: StoredMatching | null; columns?: FoundUpload }

/** Stages the rows of an inquiry with known columns in the ledger, under a name of their own. */
export function stageInquiry(
  deps: WorkerDeps,
  input: ValidationInput,
): Promise<(ReadyFile & { stagedRun: string }) | RejectedFile> {
  const stagedRun = newRun()
  const { file, now, openReport, onProgress, signal } = input
  const stage = async ({ source, expected, stored }: OpenUpload) => {
    const outcome = await withClient(deps.ledger.pool, (client) =>
      validateInquiryFile({
        ...{ client, filekey: file.source_filekey, run: stagedRun, today: manilaDay(now) },
        limits: {
          maxRows: deps.limits.maxRows,
          maxBytes: stored ? MAX_CONVERTED_BYTES : deps.limits.maxBytes,
        },
        ...{ source, ...(expected && { expected }), openReport, onProgress, signal },
      }),
    )
    return outcome.outcome === 'ready' ? { ...outcome, ...stored, stagedRun } : outcome
  }
  return rejecting(() => withUpload(deps, deps.db, file, stage))
}

function stageImport(deps: WorkerDeps, input: ValidationInput, tx: Tx): Promise<ReadyUpload | RejectedFile> {
  const { file, now, openReport, onProgress, signal } = input
  const { source_filekey: filekey, category } = file
  return withUpload(deps, tx, file, async ({ source, expected, stored, isNumber }) => {
    const outcome = await validateImportFile({
      handler: importHandlerOf(category),
      run: { tx, filekey, user: await findWorkUser(tx, filekey), now, ...(isNumber && { isNumber }) },
      // The size of the stored upload was checked when it was signed.
      ...(stored && { limits: { maxRows: MAX_IMPORT_ROWS, maxBytes: MAX_CONVERTED_BYTES } }),
      ...{ source, ...(expected && { expected }), openReport, onProgress, signal },
    })
    if (outcome.outcome !== 'ready') return outcome
    // Only the matched columns were read, and corrected cells as they are now.
    const holdsCards = outcome.holdsCards || (stored ? file.holds_cards : false)
    return { ...outcome, ...stored, stagedRun: null, holdsCards }
  })
}

async function withUpload<T>(
  { storage }: WorkerDeps,
  db: Reader,
  file: FileRow,
  work: (upload: OpenUpload) => Promise<T>,
): Promise<T> {
  const upload = await openUpload(storage, file, await listFixes(db, file.source_filekey))
  try {
    return await work(upload)
  } finally {
    await upload.close()
  }
}

/** Maximum text of a sheet, and more than any CSV. */
const MAX_CONVERTED_BYTES = 200 * 1024 * 1024
