import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import type { FileError } from '@backoffice/contract/files'
import { byteAt, DELETE, SPACE, uint32At } from '../csv/bytes.ts'
import { BAD_DATE, type Card, dayOf, EMPTY_DATE, readCard } from '../csv/cells.ts'
import { maskedValue } from '../csv/csv-cell.ts'
import type { CsvReader } from '../csv/csv-reader.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import type { Header } from './header.ts'
import { describeRow } from './reports.ts'

export type InquiryFileLimits = {
  maxRows: number
  maxBytes: number
  maxColumns: number
  maxCellChars: number
  /** Maximum days of a row's range, inclusive. */
  maxRangeDays: number
}

/** A checked record. */
export type CheckedRow = {
  /** Missing if the cell has no valid card. */
  card: Card | undefined
  /** Days of `dayOf`. */
  dateFrom: number
  dateTo: number
  problems: readonly FileError[]
  isInvalid: boolean
}

const NO_CELLS = { card: undefined, dateFrom: EMPTY_DATE, dateTo: EMPTY_DATE }
const BAD_CHARACTERS = 'Has characters that are not allowed: line breaks, tabs or other control characters'

const DATE_CHARS = 10

export const LINE_PROBLEMS = {
  quote:
    'Has a quote in the middle, or one that is never closed: put the whole cell in quotes and double each quote inside it',
  length: 'The line is longer than 64 KB; only its start is shown',
} as const

/** Checks the reader's current record. */
export class RowChecker {
  readonly #reader: CsvReader
  readonly #header: Header
  readonly #limits: InquiryFileLimits
  readonly #today: number
  /** Number of the current record. */
  #row = 0
  #problems: FileError[] = []
  /** Only the first problem of each cell is reported. */
  readonly #reportedCells = new Set<number>()

  constructor(reader: CsvReader, header: Header, limits: InquiryFileLimits, today: string) {
    this.#reader = reader
    this.#header = header
    this.#limits = limits
    this.#today = dayOf(Buffer.from(today), 0, today.length)
    if (this.#today === BAD_DATE) throw new TypeError('today is not a date')
  }

  check(row: number): CheckedRow {
    this.#row = row
    if (this.#problems.length > 0) {
      this.#problems = []
      this.#reportedCells.clear()
    }
    const cells = this.#readCells()
    return { ...cells, problems: this.#problems, isInvalid: this.#problems.some(isError) }
  }

  #readCells() {
    const { problem, unwrapped } = this.#reader
    if (problem) {
      // Cells of a malformed line are guessed, so they are not checked.
      this.#addProblem(problem.cell, 'E004', LINE_PROBLEMS[problem.kind])
      return NO_CELLS
    }
    this.#checkCells()
    const card = this.#readCard()
    const [dateFrom, dateTo] = [this.#date(this.#header.dateFrom), this.#date(this.#header.dateTo)]
    if (dateFrom !== EMPTY_DATE || dateTo !== EMPTY_DATE) this.#checkDates(dateFrom, dateTo)
    if (unwrapped.length > 0) this.#warnAboutUnwrapped(unwrapped)
    return { card, dateFrom, dateTo }
  }

  #warnAboutUnwrapped(cells: readonly number[]): void {
    const { card, dateFrom, dateTo, reference } = this.#header
    for (const cell of cells) {
      if ([card, dateFrom, dateTo, reference].includes(cell))
        this.#addProblem(cell, 'W002', 'Cleaned up: the surrounding ="…" removed')
    }
  }

  valueOf(cell: number): string {
    return cell >= 0 && cell < this.#reader.cells ? maskedValue(this.#reader.text(cell)) : ''
  }

  /** Checks cells of all columns. */
  #checkCells(): void {
    const { starts, ends, cells, hasControl } = this.#reader
    const { names, errors } = this.#header
    if (cells > names.length) this.#checkSurplus()
    for (let cell = 0; cell < cells && cell < names.length; cell++) {
      const length = uint32At(ends, cell) - uint32At(starts, cell)
      if (length > this.#limits.maxCellChars && cell !== errors) {
        const chars = this.#reader.text(cell).length
        if (chars > this.#limits.maxCellChars) {
          this.#addProblem(
            cell,
            'E004',
            `Has ${chars} characters; the maximum is ${this.#limits.maxCellChars}`,
          )
        }
      }
      if (hasControl && cell !== errors && this.#hasControl(cell))
        this.#addProblem(cell, 'E004', BAD_CHARACTERS)
    }
  }

  /** Reports the first non-empty cell beyond the header. */
  #checkSurplus(): void {
    const { starts, ends, line } = this.#reader
    let { cells } = this.#reader
    // Ignores empty columns at the end.
    while (cells > 0 && ends[cells - 1] === starts[cells - 1]) cells--
    if (cells > this.#limits.maxColumns) {
      const detail = `There are ${cells} cells in ${describeRow(this.#row, line)}. The maximum is ${this.#limits.maxColumns}. Put one card on each line.`
      throw new FileRejected('F003', detail, line)
    }
    for (let cell = this.#header.names.length; cell < cells; cell++) {
      if (ends[cell] === starts[cell]) continue
      this.#addProblem(
        cell,
        'E004',
        'There is no column for this cell. Does the line have an extra delimiter?',
      )
      return
    }
  }

  #hasControl(cell: number): boolean {
    const { buffer, starts, ends } = this.#reader
    for (let i = uint32At(starts, cell); i < uint32At(ends, cell); i++) {
      const byte = byteAt(buffer, i)
      if (byte < SPACE || byte === DELETE) return true
    }
    return false
  }

  #readCard(): Card | undefined {
    const { buffer, starts, ends, cells } = this.#reader
    const cell = this.#header.card
    const read = cell < cells ? readCard(buffer, uint32At(starts, cell), uint32At(ends, cell)) : 'E001'
    if (typeof read === 'string') {
      this.#addProblem(cell, read)
      return undefined
    }
    if (read.isCleaned) this.#addProblem(cell, 'W002')
    return read
  }

  #checkDates(from: number, to: number): void {
    this.#checkRange(from, to)
    // Last, because only the first problem of a cell is reported, and errors come first.
    this.#warnAboutCleanedDate(this.#header.dateFrom, from)
    this.#warnAboutCleanedDate(this.#header.dateTo, to)
  }

  #warnAboutCleanedDate(cell: number, day: number): void {
    const { starts, ends } = this.#reader
    const isDay = day !== EMPTY_DATE && day !== BAD_DATE
    if (isDay && uint32At(ends, cell) - uint32At(starts, cell) > DATE_CHARS)
      this.#addProblem(cell, 'W002', 'Cleaned up: characters around the date removed')
  }

  #checkRange(from: number, to: number): void {
    const { dateFrom: fromCell, dateTo: toCell } = this.#header
    if (from === EMPTY_DATE) this.#missingDate(fromCell, 'date_from', 'date_to')
    else if (from === BAD_DATE) this.#addProblem(fromCell, 'E005')
    else if (from > this.#today) this.#addProblem(fromCell, 'E006', 'The date is in the future')
    if (to === EMPTY_DATE) this.#missingDate(toCell, 'date_to', 'date_from')
    else if (to === BAD_DATE) this.#addProblem(toCell, 'E005')
    else if (to > this.#today) this.#addProblem(toCell, 'E006', 'The date is in the future')
    else if (from < BAD_DATE && to < from) this.#addProblem(toCell, 'E006', 'date_to is before date_from')
    else if (from < BAD_DATE && to - from >= this.#limits.maxRangeDays) {
      const days = to - from + 1
      this.#addProblem(
        toCell,
        'E006',
        `The range has ${days} days; the maximum is ${this.#limits.maxRangeDays}`,
      )
    }
  }

  #date(cell: number): number {
    const { buffer, starts, ends, cells } = this.#reader
    if (cell === -1 || cell >= cells) return EMPTY_DATE
    const start = uint32At(starts, cell)
    const end = uint32At(ends, cell)
    if (start === end) return EMPTY_DATE
    const day = dayOf(buffer, start, end)
    if (day !== BAD_DATE) return day
    // Allows spaces around it, and the apostrophe that marks text in spreadsheets.
    const text = this.#reader.text(cell).trim()
    const cleaned = Buffer.from(text.startsWith("'") ? text.slice(1) : text)
    if (cleaned.length === 0) return EMPTY_DATE
    return dayOf(cleaned, 0, cleaned.length)
  }

  #missingDate(cell: number, column: string, other: string): void {
    this.#report(cell, column, 'E001', `${other} has a value, so ${column} needs one too: enter both or none`)
  }

  #addProblem(cell: number, code: FileCode, message: string = FILE_CODES[code]): void {
    this.#report(cell, this.#header.masked[cell] || `column ${cell + 1}`, code, message)
  }

  #report(cell: number, column: string, code: FileCode, message: string): void {
    if (this.#reportedCells.has(cell)) return
    this.#reportedCells.add(cell)
    const severity = code.startsWith('W') ? 'warning' : 'error'
    const { line } = this.#reader
    const value = this.valueOf(cell)
    this.#problems.push({
      row_number: this.#row,
      line_number: line,
      column,
      value,
      severity,
      code,
      message,
    })
  }
}

const isError = ({ severity }: FileError) => severity === 'error'

/** Error codes with columns, as in the result. */
export const reasonOf = (problems: readonly FileError[]) =>
  problems
    .filter(isError)
    .map(({ code, column }) => `${code} ${column}`)
    .join('; ')
