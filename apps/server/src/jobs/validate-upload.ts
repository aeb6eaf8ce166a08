import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import type pg from 'pg'
import { manilaDay } from '../adapters/clock.ts'
import type { Tx } from '../db/client.ts'
import type { RejectedFile } from '../inquiry-file/file-rejected.ts'
import { type ReadyFile, validateInquiryFile } from '../inquiry-file/validate-inquiry-file.ts'
import type { FileRow } from '../resources/files/files.store.ts'
import { listFixes } from '../resources/fixes/fixes.store.ts'
import { validateImportFile } from '../table-file/validate-import-file.ts'
import { openUpload } from '../upload/open-upload.ts'
import { importKindOf } from './import-kinds.ts'
import type { ReportFiles } from './report-files.ts'
import { findWorkUser } from './work-access.ts'
import type { WorkerDeps } from './worker-deps.ts'

export type ValidatedUpload =
  | (Omit<ReadyFile, 'delimiter' | 'lastFours'> &
      Partial<Pick<ReadyFile, 'lastFours'>> & { preview?: ImportPreview })
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
export async function validateUpload(
  { storage, limits }: WorkerDeps,
  { tx, client, file, now, openReport, onProgress, signal }: ValidationInput,
): Promise<ValidatedUpload> {
  const { source_filekey: filekey, kind, category } = file
  const { source, expected, close } = await openUpload(storage, file, await listFixes(tx, filekey))
  try {
    const upload = { source, ...(expected && { expected }), openReport, onProgress, signal }
    if (kind === 'import') {
      const run = { tx, filekey, user: await findWorkUser(tx, filekey), now }
      return await validateImportFile({ kind: importKindOf(category), run, ...upload })
    }
    return await validateInquiryFile({
      ...{ client, filekey, today: manilaDay(now) },
      limits: { maxRows: limits.maxRows, maxBytes: limits.maxBytes },
      ...upload,
    })
  } finally {
    await close()
  }
}
