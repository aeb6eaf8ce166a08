import { hasCardNumber } from '@backoffice/contract/card-number'
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import type { FileError, ImportPreview } from '@backoffice/contract/files'
import type { RejectedFile } from '../csv/file-rejected.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import type { RowToFix } from '../tracked/row-to-fix.ts'
import type { ImportKind, ImportRun } from './import-kind.ts'
import { type FileRow, type ReadTableFile, readTableFile } from './read-table-file.ts'
import { summarize } from './summary.ts'
import { readTableHeader, type TableHeader } from './table-header.ts'
import { listRowsToFix } from './table-rows-to-fix.ts'
import { createStaging, indexStaging, insertStaged, type StagedRow } from './table-staging.ts'
import { type OpenReport, writeReports } from './write-reports.ts'

type ValidateImportFile = Pick<ReadTableFile, 'source' | 'expected' | 'onProgress' | 'signal'> & {
  kind: ImportKind
  run: ImportRun
  openReport: OpenReport
  limits?: ReadTableFile['limits']
}

type ReadyImport = {
  outcome: 'ready'
  sha256: string
  bytes: number
  /** A cell or column name has a card number, or may have one beyond its read start. */
  holdsCards: boolean
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
  rowsToFix: RowToFix[]
}

/**
 * Dry run of an import: checks every row, compares it with the records and stages its effect. `rejected`: no staging table,
 * and the transaction is still usable. Rethrows other errors; the caller must then roll back.
 */
export async function validateImportFile(input: ValidateImportFile): Promise<ReadyImport | RejectedFile> {
  const { kind, run } = input
  const { layout } = kind
  const { tx, filekey } = run
  const limits = input.limits ?? { maxRows: MAX_IMPORT_ROWS, maxBytes: MAX_IMPORT_FILE_BYTES }
  let header: TableHeader | undefined
  let stage: ((rows: readonly FileRow[]) => Promise<StagedRow[]>) | undefined
  let holdsCards = false
  await createStaging(tx, filekey)
  try {
    const read = await readTableFile({
      ...input,
      limits,
      onHeader: (reader) => {
        header = readTableHeader(reader, layout)
        stage = kind.stageRows(run, header)
        holdsCards = header.names.some(hasCardNumber)
      },
      onRows: async (batch) => {
        holdsCards ||= batch.some(mayHoldCard)
        await insertStaged(tx, filekey, (await stage?.(batch)) ?? [])
      },
    })
    await indexStaging(tx, filekey)
    await kind.checkFile?.(run)
    const { preview, counts } = await summarize(tx, filekey, layout, run.now)
    // Without a header the file is rejected.
    const known = header as TableHeader
    const reports = await writeReports({ tx, filekey, layout, header: known, open: input.openReport })
    const hasProblems = counts.error > 0 || counts.warning > 0
    const rowsToFix = hasProblems ? await listRowsToFix(run, layout, known) : []
    const { rows: total, bytes, sha256 } = read
    // An unknown column warns about every row.
    const warning = known.unknown.length > 0 ? total : counts.warning
    return {
      outcome: 'ready',
      sha256,
      bytes,
      holdsCards,
      total,
      ...counts,
      warning,
      duplicate: 0,
      rowsWithoutDates: 0,
      ...reports,
      preview,
      rowsToFix,
    }
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    await createStaging(tx, filekey)
    const { code, message: detail, line } = error
    return { outcome: 'rejected', code, detail, ...(line === undefined ? {} : { line }) }
  }
}

/** Shortest card number. */
const MIN_CARD_DIGITS = 13

const mayHoldCard = ({ cells, isTooLong }: FileRow) =>
  isTooLong || cells.some((text) => text.length >= MIN_CARD_DIGITS && hasCardNumber(text))
