import { hasCardNumber } from '@backoffice/contract/card-number'
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import type { FileError, ImportPreview } from '@backoffice/contract/files'
import { MAX_ROWS_TO_FIX, MIN_WARNED_ROWS, type CellProblem as RowProblem } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import { onlyRow, type Tx } from '../../db/client.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { FileRejected, type RejectedFile } from '../csv/file-rejected.ts'
import { cellToFix, type RowToFix } from '../tracked/row-to-fix.ts'
import { Candidates } from './codes.store.ts'
import type { ImportHandler, ImportRun } from './import-handler.ts'
import {
  type FileRow,
  type ReadTableFile,
  readTableFile,
  readTableHeader,
  type TableHeader,
} from './read-table-file.ts'
import { LINE_PROBLEMS } from './row-checker.ts'
import { type RowWithValues, suggestValues } from './suggest-values.ts'
import {
  type CellProblem,
  createStaging,
  indexStaging,
  insertStaged,
  type StagedRow,
  staged,
} from './table-staging.ts'
import { type OpenReport, writeReports } from './write-reports.ts'

type ValidateImportFile = Pick<ReadTableFile, 'source' | 'expected' | 'onProgress' | 'signal'> & {
  handler: ImportHandler
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
 * The dry run of an import checks every row, compares it with the records and stages its effect. `rejected` has no
 * staging table, and the transaction is still usable. Rethrows other errors; the caller must then roll back.
 */
export async function validateImportFile(input: ValidateImportFile): Promise<ReadyImport | RejectedFile> {
  const { handler, run } = input
  const { layout } = handler
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
        stage = handler.stageRows(run, header)
        holdsCards = header.names.some(hasCardNumber)
      },
      onRows: async (batch) => {
        holdsCards ||= batch.some(mayHoldCard)
        await insertStaged(tx, filekey, (await stage?.(batch)) ?? [])
      },
    })
    await indexStaging(tx, filekey)
    await handler.checkFile?.(run)
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

/** Figures of the staged rows. */
async function summarize(
  tx: Tx,
  filekey: string,
  { movedBy = [], ranges = [] }: ImportLayout,
  comparedAt: Date,
): Promise<{ preview: ImportPreview; counts: { valid: number; warning: number; error: number } }> {
  const outcomes = await sql<{
    new: number
    changed: number
    unchanged: number
    rejected: number
    moved: number
    tidied: number
  }>`
    SELECT count(*) FILTER (WHERE outcome = 'N')::int AS new, count(*) FILTER (WHERE outcome = 'C')::int AS changed,
      count(*) FILTER (WHERE outcome = 'U')::int AS unchanged,
      count(*) FILTER (WHERE outcome = 'R')::int AS rejected,
      count(*) FILTER (WHERE outcome = 'C' AND changes ?| ${movedBy}::text[])::int AS moved,
      count(*) FILTER (WHERE warnings <> '[]')::int AS tidied
    FROM ${staged(filekey)}`.execute(tx)
  const figures = onlyRow(outcomes.rows)
  // A range counts once, as its lower end.
  const ends = Object.fromEntries(ranges.map(({ from, to }) => [to, from]))
  const by_field = await sql<{ field: string; count: number }>`
    SELECT field, count(*)::int AS count FROM (
      SELECT DISTINCT row_no, coalesce(${JSON.stringify(ends)}::jsonb->>changed.field, changed.field) AS field
      FROM ${staged(filekey)}, jsonb_object_keys(changes) AS changed(field) WHERE outcome = 'C'
    ) fields GROUP BY field ORDER BY count DESC, field`.execute(tx)
  const by_code = await sql<{ code: string; count: number }>`
    SELECT code, count(DISTINCT row_no)::int AS count FROM (
      SELECT row_no, error->>'code' AS code FROM ${staged(filekey)}, jsonb_array_elements(errors) AS error
      WHERE outcome = 'R'
    ) rejected GROUP BY code ORDER BY count DESC, code`.execute(tx)
  const { new: added, changed, unchanged, rejected, tidied } = figures
  return {
    preview: {
      ...figures,
      compared_at: comparedAt.toISOString(),
      by_field: by_field.rows,
      by_code: by_code.rows,
      written: null,
    },
    counts: { valid: added + changed + unchanged, warning: tidied, error: rejected },
  }
}

type ReadRow = Pick<StagedRow, 'row_no' | 'line_no' | 'value' | 'errors' | 'warnings' | 'cells'>

/** The first rejected rows, then those with warnings, with suggested values. */
async function listRowsToFix(
  { tx, filekey, now }: Pick<ImportRun, 'tx' | 'filekey' | 'now'>,
  layout: ImportLayout,
  header: TableHeader,
): Promise<RowToFix[]> {
  const rejected = await readRows(tx, filekey, 'rejected', MAX_ROWS_TO_FIX)
  const room = Math.max(MAX_ROWS_TO_FIX - rejected.length, MIN_WARNED_ROWS)
  const warned = await readRows(tx, filekey, 'warned', room)
  const toRow = rowsOf(header)
  return suggestValues({
    rows: [
      ...rejected.slice(0, MAX_ROWS_TO_FIX - warned.length).map((row) => toRow(row, 'rejected')),
      ...warned.map((row) => toRow(row, 'warned')),
    ],
    fields: layout.fields,
    table: tableOf(layout.category),
    candidates: new Candidates(tx, manilaDay(now)),
  })
}

async function readRows(tx: Tx, filekey: string, outcome: RowToFix['outcome'], limit: number) {
  const condition = outcome === 'rejected' ? sql`outcome = 'R'` : sql`outcome <> 'R' AND warnings <> '[]'`
  const { rows } = await sql<ReadRow>`
    SELECT row_no, line_no, value, errors, warnings, cells FROM ${staged(filekey)}
    WHERE ${condition} ORDER BY row_no LIMIT ${limit}`.execute(tx)
  return rows
}

function rowsOf({ names, columns }: TableHeader) {
  const inOrder = [...columns].sort(([, one], [, other]) => one - other)
  // Checks of single rows name a column as the file does, those of the whole file by its field.
  const fields = new Map(
    inOrder.flatMap(([field, at]) => [[names[at], field] as const, [field, field] as const]),
  )
  const problemOf = (severity: RowProblem['severity'], { column, code, message }: CellProblem) => {
    return { field: fields.get(column) ?? null, severity, code, message, suggestion: null }
  }
  return (
    { errors, warnings, cells, value, ...row }: ReadRow,
    outcome: RowToFix['outcome'],
  ): RowWithValues => ({
    ...row,
    outcome,
    is_malformed: errors.some(isOfLine),
    cells: inOrder.map(([field, at]) => [field, cellToFix(cells[at])]),
    problems: [
      ...errors.map((each) => problemOf('error', each)),
      ...warnings.map((each) => problemOf('warning', each)),
    ],
    values: value,
  })
}

const isOfLine = ({ message }: CellProblem) => Object.values<string>(LINE_PROBLEMS).includes(message)
