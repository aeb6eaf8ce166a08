import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import { MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import type pg from 'pg'
import { manilaDay } from '../adapters/clock.ts'
import type { Tx } from '../db/client.ts'
import type { StoredMatching } from '../db/schema.ts'
import { FileRejected, type RejectedFile } from '../inquiry-file/file-rejected.ts'
import { type ReadyFile, validateInquiryFile } from '../inquiry-file/validate-inquiry-file.ts'
import type { FileRow } from '../resources/files/files.store.ts'
import { listFixes } from '../resources/fixes/fixes.store.ts'
import { validateImportFile } from '../table-file/validate-import-file.ts'
import { type FoundUpload, matchUpload } from '../upload/match-upload.ts'
import { openUpload } from '../upload/open-upload.ts'
import { importKindOf } from './import-kinds.ts'
import type { ReportFiles } from './report-files.ts'
import { findWorkUser } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

type ReadyUpload = Omit<ReadyFile, 'delimiter' | 'lastFours'> &
  Partial<Pick<ReadyFile, 'lastFours'>> & { preview?: ImportPreview }

export type ValidatedUpload =
  | (ReadyUpload & { matching: StoredMatching | null; columns?: FoundUpload })
  /** A user matches its columns first. */
  | { outcome: 'unmatched'; columns: FoundUpload }
  | RejectedFile

type ValidationInput = {
  /** A transaction and its connection. */
  tx: Tx
  client: pg.PoolClient
  file: FileRow
  /** Time of the dry run. */
  now: Date
  openReport: ReportFiles['open']
  onProgress: (rows: number, bytes: number) => void
  signal: AbortSignal
}

/** Dry run: reads the upload of an inquiry or an import and stages its effect. */
export async function validateUpload(deps: WorkerDeps, input: ValidationInput): Promise<ValidatedUpload> {
  const { tx, file, now, onProgress, signal } = input
  const maxRows = file.kind === 'import' ? MAX_IMPORT_ROWS : deps.limits.maxRows
  try {
    const { matching, columns, isOpen } = await matchUpload({
      ...{ db: tx, storage: deps.storage, file, now, signal, maxRows },
      // Its rows are counted when they are checked.
      onProgress: (bytes) => onProgress(0, bytes),
    })
    if (isOpen && columns) return { outcome: 'unmatched', columns }
    const outcome = await checkUpload(deps, { ...input, file: { ...file, matching } })
    return outcome.outcome === 'rejected' ? outcome : { ...outcome, matching, ...(columns && { columns }) }
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    const { code, message: detail, line } = error
    return { outcome: 'rejected', code, detail, ...(line === undefined ? {} : { line }) }
  }
}

/** Checks the rows of an upload with known columns. */
async function checkUpload(
  { storage, limits }: WorkerDeps,
  { tx, client, file, now, openReport, onProgress, signal }: ValidationInput,
): Promise<ReadyUpload | RejectedFile> {
  const { source_filekey: filekey, kind, category } = file
  const { source, expected, stored, isNumber, close } = await openUpload(
    storage,
    file,
    await listFixes(tx, filekey),
  )
  try {
    const upload = { source, ...(expected && { expected }), openReport, onProgress, signal }
    // The size of the stored upload was checked when it was signed.
    const maxBytes = stored ? MAX_CONVERTED_BYTES : undefined
    const outcome = await (kind === 'import'
      ? validateImportFile({
          kind: importKindOf(category),
          run: { tx, filekey, user: await findWorkUser(tx, filekey), now, isNumber },
          ...(maxBytes && { limits: { maxRows: MAX_IMPORT_ROWS, maxBytes } }),
          ...upload,
        })
      : validateInquiryFile({
          ...{ client, filekey, today: manilaDay(now) },
          limits: { maxRows: limits.maxRows, maxBytes: maxBytes ?? limits.maxBytes },
          ...upload,
        }))
    return outcome.outcome === 'ready' && stored ? { ...outcome, ...stored } : outcome
  } finally {
    await close()
  }
}

/** Maximum text of a sheet, and more than any CSV. */
const MAX_CONVERTED_BYTES = 200 * 1024 * 1024
