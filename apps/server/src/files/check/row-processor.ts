import { INQUIRY_LAYOUT } from '@backoffice/contract/columns'
import type { FileError } from '@backoffice/contract/files'
import { MAX_ROWS_TO_FIX, MIN_WARNED_ROWS } from '@backoffice/contract/fixes'
import { uint32At } from '../csv/bytes.ts'
import { EMPTY_DATE } from '../csv/cells.ts'
import type { CsvReader } from '../csv/csv-reader.ts'
import { moreRowsThan } from '../csv/file-rejected.ts'
import { cellToFix, type RowToFix } from '../tracked/row-to-fix.ts'
import { Duplicates, type FirstRow } from './duplicates.ts'
import type { Header } from './header.ts'
import { describeRow, type ReportWriter } from './reports.ts'
import { type CheckedRow, type InquiryFileLimits, RowChecker, reasonOf } from './row-checker.ts'
import { DUPLICATE, INVALID, type StagingWriter, VALID } from './staging-writer.ts'
import { type RowWithValues, suggestValues } from './suggest-values.ts'

/** Rows between two reads of the clock. */
const ROWS_PER_CLOCK_READ = 256

export type RowCounts = {
  /** total = valid + error + duplicate. */
  total: number
  valid: number
  /** Invalid rows. */
  error: number
  /** Valid rows with warnings. */
  warning: number
  duplicate: number
  /** Valid rows without dates, which use those of the request. */
  rowsWithoutDates: number
}

/** Checks each record once and passes it to staging and reports. */
export class RowProcessor {
  readonly counts: RowCounts = {
    total: 0,
    valid: 0,
    error: 0,
    warning: 0,
    duplicate: 0,
    rowsWithoutDates: 0,
  }

  readonly #reader: CsvReader
  readonly #header: Header
  readonly #staging: StagingWriter
  readonly #reports: ReportWriter
  readonly #maxRows: number
  readonly #checker: RowChecker
  readonly #duplicates = new Duplicates()
  readonly #toFix: RowsToFix

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
    this.#toFix = new RowsToFix(reader, header)
    for (const name of header.unknown) reports.problem(unknownColumn(name, reader.line))
  }

  /** True when the reader needs more input, false at the deadline. */
  runUntil(deadline: number): boolean {
    const reader = this.#reader
    while (reader.next()) {
      this.#processRow()
      if (this.counts.total % ROWS_PER_CLOCK_READ === 0 && performance.now() > deadline) return false
    }
    return true
  }

  #processRow(): void {
    const reader = this.#reader
    const row = ++this.counts.total
    if (row > this.#maxRows) throw moreRowsThan(this.#maxRows, reader.line)
    const checked = this.#checker.check(row)
    const reason = checked.isInvalid ? reasonOf(checked.problems) : ''
    const first = checked.isInvalid ? undefined : this.#firstRow(row, checked)
    if (checked.isInvalid) {
      this.counts.error++
      this.#reports.rejectedRow(reader, this.#header, reason)
      this.#stage(row, checked, INVALID, reason)
    } else if (first) {
      this.counts.duplicate++
      this.#stage(row, checked, DUPLICATE, `same as row ${first.row}`)
    } else {
      this.#countValid(checked)
      if (checked.problems.length > 0) this.counts.warning++
      this.#stage(row, checked, VALID, '')
    }
    const problems = first ? [...checked.problems, this.#duplicateWarning(row, first)] : checked.problems
    for (const problem of problems) this.#reports.problem(problem)
    if (problems.length > 0) this.#toFix.add(row, checked.isInvalid ? 'rejected' : 'warned', problems)
  }

  rowsToFix(): Promise<RowToFix[]> {
    return this.#toFix.list()
  }

  #firstRow(row: number, { card, dateFrom, dateTo }: CheckedRow): FirstRow | undefined {
    return (
      card && this.#duplicates.firstRow(card.first15, packDates(dateFrom, dateTo), row, this.#reader.line)
    )
  }

  #countValid({ dateFrom }: CheckedRow): void {
    this.counts.valid++
    if (dateFrom === EMPTY_DATE) this.counts.rowsWithoutDates++
  }

  #stage(row: number, checked: CheckedRow, outcome: number, reason: string): void {
    this.#staging.row(row, checked, outcome, reason)
    this.#stageCell(this.#header.card)
    this.#stageCell(this.#header.reference)
  }

  #stageCell(cell: number): void {
    const { buffer, starts, ends, cells } = this.#reader
    if (cell === -1 || cell >= cells) this.#staging.cell(buffer, 0, 0)
    else this.#staging.cell(buffer, uint32At(starts, cell), uint32At(ends, cell))
  }

  #duplicateWarning(row: number, first: FirstRow): FileError {
    return {
      row_number: row,
      line_number: this.#reader.line,
      column: this.#header.masked[this.#header.card] ?? '',
      value: this.#checker.valueOf(this.#header.card),
      severity: 'warning',
      code: 'E008',
      message: `Same as ${describeRow(first.row, first.line)}`,
    }
  }
}

/** Packs dates into 32 bits: 20 for the first day since year 1, 12 for the length. */
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

/** Collects the first rejected rows and those with warnings, in bounded memory. */
class RowsToFix {
  readonly #reader: CsvReader
  readonly #columns: readonly (readonly [field: string, at: number])[]
  readonly #fields: ReadonlyMap<string, string>
  readonly #rejected: RowWithValues[] = []
  readonly #warned: RowWithValues[] = []

  constructor(reader: CsvReader, { card, dateFrom, dateTo, reference, masked }: Header) {
    this.#reader = reader
    const columns = { card_number: card, date_from: dateFrom, date_to: dateTo, reference_no: reference }
    this.#columns = Object.entries(columns)
      .filter(([, at]) => at >= 0)
      .sort(([, one], [, other]) => one - other)
    this.#fields = new Map(this.#columns.map(([field, at]) => [masked[at] ?? '', field]))
  }

  /** Adds the reader's current record. */
  add(row: number, outcome: RowToFix['outcome'], problems: readonly FileError[]): void {
    const rows = outcome === 'rejected' ? this.#rejected : this.#warned
    if (rows.length >= MAX_ROWS_TO_FIX) return
    const { cells, line, problem } = this.#reader
    const texts = this.#columns.map(
      ([field, at]) => [field, cellToFix(at < cells ? this.#reader.text(at) : '')] as const,
    )
    rows.push({
      row_no: row,
      line_no: line,
      outcome,
      is_malformed: problem !== undefined,
      cells: texts,
      problems: problems.map(({ column, severity, code, message }) => {
        return { field: this.#fields.get(column) ?? null, severity, code, message, suggestion: null }
      }),
      values: Object.fromEntries(texts.map(([field, text]) => [field, tidied(text)])),
    })
  }

  list(): Promise<RowToFix[]> {
    const room = Math.max(MAX_ROWS_TO_FIX - this.#rejected.length, MIN_WARNED_ROWS)
    const warned = this.#warned.slice(0, room)
    const rows = [...this.#rejected.slice(0, MAX_ROWS_TO_FIX - warned.length), ...warned]
    return suggestValues({ rows, fields: INQUIRY_LAYOUT.fields })
  }
}

/** The text without the apostrophe that marks text in spreadsheets, as the checks read a date. */
function tidied(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith("'") ? trimmed.slice(1) : trimmed
}
