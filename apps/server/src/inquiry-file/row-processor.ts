import type { FileError } from '@backoffice/contract/endpoints/files'
import type { CsvReader } from './csv-reader.ts'
import { EMPTY_DATE } from './date-cell.ts'
import { Duplicates } from './duplicates.ts'
import { FileRejected } from './file-rejected.ts'
import type { Header } from './header.ts'
import { noLastFours } from './last-fours.ts'
import { rowInWords } from './report-text.ts'
import type { ReportWriter } from './report-writer.ts'
import { RowChecker } from './row-checker.ts'
import { DUPLICATE, INVALID, type StagingWriter, VALID } from './staging-writer.ts'
import type { InquiryFileLimits } from './validation-types.ts'

/** Rows between two reads of the clock. */
const ROWS_PER_CLOCK_READ = 256

/** Checks each record once and passes it to staging and reports. */
export class RowProcessor {
  total = 0
  valid = 0
  error = 0
  warning = 0
  duplicate = 0
  rowsWithoutDates = 0
  /** Valid rows by the last four digits of their card. */
  readonly lastFours = noLastFours()

  readonly #reader: CsvReader
  readonly #header: Header
  readonly #staging: StagingWriter
  readonly #reports: ReportWriter
  readonly #maxRows: number
  readonly #checker: RowChecker
  readonly #duplicates = new Duplicates()

  constructor(
    reader: CsvReader,
    header: Header,
    staging: StagingWriter,
    reports: ReportWriter,
    limits: InquiryFileLimits,
    today: string,
  ) {
    this.#reader = reader
    this.#header = header
    this.#staging = staging
    this.#reports = reports
    this.#maxRows = limits.maxRows
    this.#checker = new RowChecker(reader, header, limits, today)
    reader.columns = reader.cells
    for (const name of header.unknown) reports.problem(unknownColumn(name, reader.line))
  }

  /** True when the reader needs more input, false at the deadline. */
  runUntil(deadline: number): boolean {
    const reader = this.#reader
    while (reader.next()) {
      this.#processRow()
      if (this.total % ROWS_PER_CLOCK_READ === 0 && performance.now() > deadline) return false
    }
    return true
  }

  #processRow(): void {
    const reader = this.#reader
    const checker = this.#checker
    const row = ++this.total
    if (row > this.#maxRows) {
      const detail = `The file has more than ${this.#maxRows.toLocaleString('en')} rows. Divide it and upload the parts.`
      throw new FileRejected('F003', detail, reader.line)
    }
    checker.check(row)
    let outcome = VALID
    let reason = ''
    let first = 0
    if (checker.invalid) {
      outcome = INVALID
      reason = checker.reason
      this.error++
      this.#reports.rejectedRow(reader, this.#header, reason)
    } else {
      first = this.#duplicates.firstRow(
        checker.card.first15,
        packDates(checker.dateFrom, checker.dateTo),
        row,
        reader.line,
      )
      if (first === 0) {
        this.valid++
        this.lastFours[checker.card.lastFour] = (this.lastFours[checker.card.lastFour] as number) + 1
        if (checker.dateFrom === EMPTY_DATE) this.rowsWithoutDates++
      } else {
        outcome = DUPLICATE
        reason = `same as row ${first}`
        this.duplicate++
      }
    }
    this.#stage(row, outcome, reason)
    // A column that is ignored is ignored in every row.
    const isWarned = this.#header.unknown.length > 0 || checker.problems.some(isWarning)
    if (isWarned) this.warning++
    for (const problem of checker.problems) this.#reports.problem(problem)
    if (outcome === DUPLICATE) this.#reports.problem(this.#duplicateWarning(row, first))
  }

  #stage(row: number, outcome: number, reason: string): void {
    const { buffer, starts, ends, cells } = this.#reader
    const { card, reference } = this.#header
    const { dateFrom, dateTo, card: halves } = this.#checker
    this.#staging.row(row, halves, dateFrom, dateTo, outcome, reason)
    if (card < cells) this.#staging.cell(buffer, starts[card] as number, ends[card] as number)
    else this.#staging.cell(buffer, 0, 0)
    if (reference !== -1 && reference < cells) {
      this.#staging.cell(buffer, starts[reference] as number, ends[reference] as number)
    } else this.#staging.cell(buffer, 0, 0)
  }

  #duplicateWarning(row: number, first: number): FileError {
    return {
      row_number: row,
      line_number: this.#reader.line,
      column: this.#header.masked[this.#header.card] ?? '',
      value: this.#checker.valueOf(this.#header.card),
      severity: 'warning',
      code: 'E008',
      message: `Same as ${rowInWords(first, this.#duplicates.firstLine)}`,
    }
  }
}

const isWarning = ({ severity }: FileError) => severity === 'warning'

/** 32 bits: 20 for the first day since year 1, 12 for the length. */
function packDates(from: number, to: number): number {
  return from === EMPTY_DATE ? 0xffffffff : ((from + 730_200) * 4096 + (to - from)) >>> 0
}

function unknownColumn(name: string, line: number): FileError {
  return {
    row_number: 0,
    line_number: line,
    column: name,
    value: '',
    severity: 'warning',
    code: 'W001',
    message: 'Unknown column, ignored',
  }
}
