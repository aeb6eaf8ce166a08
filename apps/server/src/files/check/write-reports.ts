import type { FileError } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { Tx } from '../../db/client.ts'
import { csvLine, readCell } from '../csv/guarded-cell.ts'
import { BATCH_ROWS, type TableHeader } from './read-table-file.ts'
import { ERRORS_COLUMN, type ReportSink } from './reports.ts'
import { type StagedOutcome, type StagedRow, stagedRows } from './table-staging.ts'

/** An inquiry has the first two. */
export const REPORTS = [
  'errors',
  'rejected',
  'preview',
  'preview_new',
  'preview_changed',
  'preview_unchanged',
] as const
export type TableReport = (typeof REPORTS)[number]
export type OpenReport = (name: TableReport) => ReportSink | Promise<ReportSink>

const MAX_FIRST_ERRORS = 1_000
const WORDS = { N: 'new', C: 'changed', U: 'unchanged', R: 'rejected' } as const satisfies Record<
  StagedOutcome,
  string
>

type WriteReports = {
  tx: Tx
  filekey: string
  layout: ImportLayout
  header: TableHeader
  open: OpenReport
}

/** Writes the error report, the rejected rows as a new upload, and the preview, in row order. */
export async function writeReports(
  input: WriteReports,
): Promise<{ errorsTotal: number; errorCodes: Record<string, number>; firstErrors: FileError[] }> {
  const problems = await writeProblems(input)
  await writePreview(input)
  return problems
}

export async function writeProblems({ tx, filekey, layout, header, open }: WriteReports) {
  const errors = new Report(open, 'errors', 'row_number,line_number,column,value,severity,code,message\n')
  const names = header.names.filter((_, index) => index !== header.errors)
  const rejected = new Report(open, 'rejected', csvLine([...names, ERRORS_COLUMN]))
  const firstErrors: FileError[] = []
  let errorsTotal = 0
  const errorCodes: Record<string, number> = {}
  const report = (error: FileError) => {
    const { row_number, line_number, column, value, severity, code, message } = error
    errors.add(csvLine([`${row_number}`, `${line_number}`, column, value, severity, code, message]))
    errorsTotal++
    if (severity === 'error') errorCodes[code] = (errorCodes[code] ?? 0) + 1
    if (firstErrors.length < MAX_FIRST_ERRORS) firstErrors.push(error)
  }
  for (const column of header.unknown) {
    const message = `Unknown column, ignored. The columns are ${Object.keys(layout.fields).join(', ')}`
    report({
      row_number: 0,
      line_number: header.line,
      column,
      value: '',
      severity: 'warning',
      code: 'W001',
      message,
    })
  }
  const columns = ['line_no', 'outcome', 'errors', 'warnings', 'cells'] as const
  type Row = Pick<StagedRow, 'row_no' | (typeof columns)[number]>
  for await (const rows of stagedRows<Row>(tx, filekey, columns, BATCH_ROWS)) {
    for (const { row_no: row_number, line_no: line_number, outcome, ...row } of rows) {
      for (const each of row.errors) report({ row_number, line_number, severity: 'error', ...each })
      for (const each of row.warnings) report({ row_number, line_number, severity: 'warning', ...each })
      if (outcome === 'R') rejected.add(rejectedLine(header, row.cells, row.errors))
    }
    await errors.flush()
    await rejected.flush()
  }
  await errors.end()
  await rejected.end()
  return { errorsTotal, errorCodes, firstErrors }
}

/** `_errors` precedes surplus cells, so that a new upload detects those again. */
function rejectedLine(header: TableHeader, cells: readonly string[], errors: StagedRow['errors']): string {
  const named = header.names
    .map((_, index) => cells[index] ?? '')
    .filter((_, index) => index !== header.errors)
  const reason = errors.map(({ code, column, message }) => `${code} ${column}: ${message}`).join('; ')
  const last = cells.findLastIndex((cell) => cell !== '')
  return csvLine([
    ...named.map(readCell),
    reason,
    ...cells.slice(header.names.length, last + 1).map(readCell),
  ])
}

async function writePreview({ tx, filekey, layout, open }: WriteReports): Promise<void> {
  const fields = Object.keys(layout.fields)
  const head = csvLine(['row_number', 'line_number', 'outcome', ...fields, 'changes'])
  const whole = new Report(open, 'preview', head)
  const parts = {
    N: new Report(open, 'preview_new', head),
    C: new Report(open, 'preview_changed', head),
    U: new Report(open, 'preview_unchanged', head),
    R: undefined,
  }
  const columns = ['line_no', 'outcome', 'value', 'changes', 'errors'] as const
  type Row = Pick<StagedRow, 'row_no' | (typeof columns)[number]>
  for await (const rows of stagedRows<Row>(tx, filekey, columns, BATCH_ROWS)) {
    for (const { row_no, line_no, outcome, value, changes, errors } of rows) {
      const what =
        outcome === 'R'
          ? errors.map(({ code, column, message }) => `${code} ${column}: ${message}`)
          : outcome === 'C'
            ? Object.entries(changes).map(([field, [from, to]]) => `${field}: ${from ?? '—'} → ${to ?? '—'}`)
            : []
      const values = fields.map((name) => value[name] ?? '')
      const line = csvLine([`${row_no}`, `${line_no}`, WORDS[outcome], ...values, what.join('; ')])
      whole.add(line)
      parts[outcome]?.add(line)
    }
    for (const report of [whole, parts.N, parts.C, parts.U]) await report.flush()
  }
  for (const report of [whole, parts.N, parts.C, parts.U]) await report.end()
}

/** Opens its object with the first line. */
class Report {
  readonly #open: OpenReport
  readonly #name: TableReport
  readonly #head: string
  #sink: ReportSink | undefined
  #lines: string[] = []

  constructor(open: OpenReport, name: TableReport, head: string) {
    this.#open = open
    this.#name = name
    this.#head = head
  }

  add(line: string): void {
    this.#lines.push(line)
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return
    const isFirst = this.#sink === undefined
    this.#sink ??= await this.#open(this.#name)
    const text = (isFirst ? this.#head : '') + this.#lines.join('')
    this.#lines = []
    await this.#sink.write(Buffer.from(text))
  }

  async end(): Promise<void> {
    await this.flush()
    await this.#sink?.end()
  }
}
