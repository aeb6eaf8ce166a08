import type { FileError, ImportPreview } from '@backoffice/contract/endpoints/files'
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import type { TableDeclaration } from '@backoffice/contract/table'
import type { Tx } from '../db/client.ts'
import type { RejectedFile } from '../inquiry-file/file-rejected.ts'
import { FileRejected } from '../inquiry-file/file-rejected.ts'
import { rejectOverlaps } from './range-overlaps.ts'
import { type ReadTableFile, readTableFile } from './read-table-file.ts'
import { rejectOwnReferences } from './reject-references.ts'
import { createStaging, indexStaging, insertStaged } from './staging.ts'
import { summarize } from './summary.ts'
import { readTableHeader, type TableHeader } from './table-header.ts'
import { type RowChecks, TableRows } from './table-rows.ts'
import { type OpenReport, writeReports } from './write-reports.ts'

type ValidateTableFile = Pick<ReadTableFile, 'source' | 'expected' | 'onProgress' | 'signal'> & {
  tx: Tx
  filekey: string
  table: TableDeclaration
  checks: RowChecks
  comparedAt: Date
  openReport: OpenReport
  limits?: ReadTableFile['limits']
}

type ReadyTable = {
  outcome: 'ready'
  sha256: string
  bytes: number
  total: number
  valid: number
  warning: number
  error: number
  duplicate: 0
  rowsWithoutDates: 0
  errorsTotal: number
  errorCodes: Readonly<Record<string, number>>
  firstErrors: FileError[]
  preview: ImportPreview
}

/**
 * Dry run of an import: checks every row, compares it with the table and stages its effect. `rejected`: no staging table,
 * and the transaction is still usable. Rethrows other errors; the caller must then roll back.
 */
export async function validateTableFile(input: ValidateTableFile): Promise<ReadyTable | RejectedFile> {
  const { tx, filekey, table, checks } = input
  const limits = input.limits ?? { maxRows: MAX_IMPORT_ROWS, maxBytes: MAX_IMPORT_FILE_BYTES }
  let header: TableHeader | undefined
  let rows: TableRows | undefined
  await createStaging(tx, filekey)
  try {
    const read = await readTableFile({
      ...input,
      limits,
      onHeader: (reader) => {
        header = readTableHeader(reader, table)
        rows = new TableRows(table, header, checks)
      },
      onRows: async (batch) => insertStaged(tx, filekey, (await rows?.stage(tx, batch)) ?? []),
    })
    await indexStaging(tx, filekey)
    await rejectOwnReferences(tx, filekey, table, checks.today)
    await rejectOverlaps(tx, filekey, table)
    const { preview, counts } = await summarize(tx, filekey, table, input.comparedAt)
    // Without a header the file is rejected.
    const known = header as TableHeader
    const reports = await writeReports({ tx, filekey, table, header: known, open: input.openReport })
    const { rows: total, bytes, sha256 } = read
    // An unknown column warns about every row.
    const warning = known.unknown.length > 0 ? total : counts.warning
    return {
      outcome: 'ready',
      sha256,
      bytes,
      total,
      ...counts,
      warning,
      duplicate: 0,
      rowsWithoutDates: 0,
      ...reports,
      preview,
    }
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    await createStaging(tx, filekey)
    const { code, message: detail, line } = error
    return { outcome: 'rejected', code, detail, ...(line === undefined ? {} : { line }) }
  }
}
