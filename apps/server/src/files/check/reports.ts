import { Buffer } from 'node:buffer'
import type { FileError } from '@backoffice/contract/files'
import { csvCell } from '../csv/csv-cell.ts'
import type { CsvReader } from '../csv/csv-reader.ts'

/** Reason column of a rejected file; ignored in a new upload. */
export const ERRORS_COLUMN = '_errors'

export type ReportName = 'errors' | 'rejected'

/** Destination of a report. A promise returned by `write` is awaited before the next write. */
export type ReportSink = {
  write(bytes: Uint8Array): Promise<void> | void
  end(): Promise<void> | void
  /** Removes the written data of a rejected or failed validation. */
  discard(): Promise<void> | void
}

/** Called at most once per name, before the first line. */
export type OpenReport = (name: ReportName) => ReportSink | Promise<ReportSink>

/** Buffers lines until `flush`; opens the file with the first line. */
class Report {
  #pending: string[] = []
  #sink: ReportSink | undefined
  readonly #name: ReportName
  readonly #open: OpenReport

  constructor(name: ReportName, open: OpenReport) {
    this.#name = name
    this.#open = open
  }

  line(text: string): void {
    this.#pending.push(text)
  }

  get isEmpty(): boolean {
    return this.#sink === undefined && this.#pending.length === 0
  }

  async flush(): Promise<void> {
    if (this.#pending.length === 0) return
    const text = `${this.#pending.join('\n')}\n`
    this.#pending = []
    this.#sink ??= await this.#open(this.#name)
    await this.#sink.write(Buffer.from(text))
  }

  async end(): Promise<void> {
    await this.flush()
    await this.#sink?.end()
  }

  async discard(): Promise<void> {
    this.#pending = []
    await this.#sink?.discard()
  }
}

export type ReportSummary = {
  /** Lines of the error report: errors, warnings and duplicates. */
  errorsTotal: number
  /** Errors among them by code. */
  errorCodes: Readonly<Record<string, number>>
  /** The first 1,000 lines. */
  firstErrors: FileError[]
}

/** Writes the error report, and the rejected rows in a form that can be corrected and uploaded again. */
export class ReportWriter {
  #errorsTotal = 0
  readonly #errorCodes: Record<string, number> = {}
  readonly #firstErrors: FileError[] = []
  readonly #maxFirstErrors: number
  readonly #errors: Report
  readonly #rejected: Report

  constructor(open: OpenReport, maxFirstErrors: number) {
    this.#maxFirstErrors = maxFirstErrors
    this.#errors = new Report('errors', open)
    this.#rejected = new Report('rejected', open)
  }

  problem(error: FileError): void {
    if (this.#errors.isEmpty) this.#errors.line('row_number,line_number,column,value,severity,code,message')
    const { row_number, line_number, column, value, severity, code, message } = error
    this.#errors.line(
      `${row_number},${line_number},${csvCell(column)},${csvCell(value)},${severity},${code},${csvCell(message)}`,
    )
    this.#errorsTotal++
    if (severity === 'error') this.#errorCodes[code] = (this.#errorCodes[code] ?? 0) + 1
    if (this.#firstErrors.length < this.#maxFirstErrors) this.#firstErrors.push(error)
  }

  /** `_errors` is between the named columns and surplus cells, so that a new upload detects those again. */
  rejectedRow(reader: CsvReader, header: { names: readonly string[]; errors: number }, reason: string): void {
    const delimiter = String.fromCharCode(reader.delimiter)
    const width = header.names.length
    if (this.#rejected.isEmpty) {
      const names = header.names.filter((_, i) => i !== header.errors)
      this.#rejected.line([...names.map(csvCell), ERRORS_COLUMN].join(delimiter))
    }
    const cells: string[] = []
    for (let i = 0; i < width; i++) {
      if (i !== header.errors) cells.push(i < reader.cells ? csvCell(reader.text(i)) : '')
    }
    cells.push(csvCell(reason))
    for (let i = width; i < reader.cells; i++) cells.push(csvCell(reader.text(i)))
    this.#rejected.line(cells.join(delimiter))
  }

  async flush(): Promise<void> {
    await this.#errors.flush()
    await this.#rejected.flush()
  }

  async end(): Promise<ReportSummary> {
    await this.#errors.end()
    await this.#rejected.end()
    return {
      errorsTotal: this.#errorsTotal,
      errorCodes: this.#errorCodes,
      firstErrors: this.#firstErrors,
    }
  }

  async discard(): Promise<void> {
    await this.#errors.discard()
    await this.#rejected.discard()
  }
}

/** Label of a row. Row 1 is the first below the header; the line is the one in an editor. */
const NUMBER = new Intl.NumberFormat('en')
/** `row 1,384 (line 1,385)`, as the rows to fix show numbers. */
export const describeRow = (row: number, line: number) =>
  `row ${NUMBER.format(row)} (line ${NUMBER.format(line)})`
