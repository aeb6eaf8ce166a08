import type { FileError } from '@backoffice/contract/endpoints/files'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { DELETE, SPACE } from './ascii.ts'
import {
  CARD_CHECK_DIGIT,
  CARD_CLEANED,
  CARD_DAMAGED,
  CARD_EMPTY,
  CARD_NOT_16_DIGITS,
  CARD_OK,
  CardCell,
  type CardVerdict,
} from './card-cell.ts'
import type { CsvReader } from './csv-reader.ts'
import { BAD_DATE, dayOf, EMPTY_DATE } from './date-cell.ts'
import { FileRejected } from './file-rejected.ts'
import type { Header } from './header.ts'
import { maskedValue, rowInWords } from './report-text.ts'
import type { InquiryFileLimits } from './validation-types.ts'

const CARD_CODES: Readonly<Record<CardVerdict, FileCode | undefined>> = {
  [CARD_OK]: undefined,
  [CARD_CLEANED]: 'W002',
  [CARD_EMPTY]: 'E001',
  [CARD_NOT_16_DIGITS]: 'E002',
  [CARD_CHECK_DIGIT]: 'E003',
  [CARD_DAMAGED]: 'E012',
}
const BAD_CHARACTERS = 'Has characters that are not allowed: line breaks, tabs or other control characters'

const LINE_PROBLEMS = {
  quote:
    'Has a quote in the middle, or one that is never closed: put the whole cell in quotes and double each quote inside of it',
  length: 'The line is longer than 64 KB; only its beginning is shown',
} as const

/** Checks the reader's current record; the results are in its fields until the next `check`. */
export class RowChecker {
  readonly card = new CardCell()
  dateFrom = EMPTY_DATE
  dateTo = EMPTY_DATE
  invalid = false
  readonly problems: FileError[] = []

  readonly #reader: CsvReader
  readonly #header: Header
  readonly #limits: InquiryFileLimits
  readonly #today: number
  #row = 0
  /** Only the first problem of each cell is reported. */
  #reportedCells = new Set<number>()
  #cleanedDates = new Set<number>()

  constructor(reader: CsvReader, header: Header, limits: InquiryFileLimits, today: string) {
    this.#reader = reader
    this.#header = header
    this.#limits = limits
    this.#today = dayOf(Buffer.from(today), 0, today.length)
    if (this.#today === BAD_DATE) throw new TypeError('today is not a date')
  }

  check(row: number): void {
    this.#row = row
    this.invalid = false
    if (this.problems.length > 0) {
      this.problems.length = 0
      this.#reportedCells.clear()
    }
    const { problem, unwrapped } = this.#reader
    if (problem) {
      // The cells of a malformed line are a guess: they are not checked.
      this.#addProblem(problem.cell, 'E004', LINE_PROBLEMS[problem.kind])
      return
    }
    this.#checkCells()
    this.#checkCard()
    this.#checkDates()
    if (unwrapped.length > 0) this.#warnAboutUnwrapped(unwrapped)
  }

  #warnAboutUnwrapped(cells: readonly number[]): void {
    const { card, dateFrom, dateTo, reference } = this.#header
    for (const cell of cells) {
      if ([card, dateFrom, dateTo, reference].includes(cell))
        this.#addProblem(cell, 'W002', 'Cleaned up: the ="…" around it taken out')
    }
  }

  /** Error codes with columns, as in the result. */
  get reason(): string {
    return this.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, column }) => `${code} ${column}`)
      .join('; ')
  }

  valueOf(cell: number): string {
    return cell >= 0 && cell < this.#reader.cells ? maskedValue(this.#reader.text(cell)) : ''
  }

  /** Checks of every cell, in any column. */
  #checkCells(): void {
    const { starts, ends, cells, hasControl } = this.#reader
    const { names, errors } = this.#header
    if (cells > names.length) this.#checkSurplus()
    for (let cell = 0; cell < cells && cell < names.length; cell++) {
      const length = (ends[cell] as number) - (starts[cell] as number)
      if (length > this.#limits.maxCellChars && cell !== errors) {
        const chars = this.#reader.text(cell).length
        if (chars > this.#limits.maxCellChars) {
          this.#addProblem(cell, 'E004', `Has ${chars} characters; the most is ${this.#limits.maxCellChars}`)
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
    // Empty columns at the end are none.
    while (cells > 0 && ends[cells - 1] === starts[cells - 1]) cells--
    if (cells > this.#limits.maxColumns) {
      const detail = `In ${rowInWords(this.#row, line)} there are ${cells} cells; the most is ${this.#limits.maxColumns}. Put one card on each line.`
      throw new FileRejected('F003', detail, line)
    }
    for (let cell = this.#header.names.length; cell < cells; cell++) {
      if (ends[cell] === starts[cell]) continue
      this.#addProblem(cell, 'E004', 'There is no column for this cell: is a delimiter too many on the line?')
      return
    }
  }

  #hasControl(cell: number): boolean {
    const { buffer, starts, ends } = this.#reader
    for (let i = starts[cell] as number; i < (ends[cell] as number); i++) {
      const byte = buffer[i] as number
      if (byte < SPACE || byte === DELETE) return true
    }
    return false
  }

  #checkCard(): void {
    const { buffer, starts, ends, cells } = this.#reader
    const cell = this.#header.card
    const verdict =
      cell < cells ? this.card.read(buffer, starts[cell] as number, ends[cell] as number) : CARD_EMPTY
    const code = CARD_CODES[verdict]
    if (code !== undefined) this.#addProblem(cell, code)
  }

  #checkDates(): void {
    const { dateFrom: fromCell, dateTo: toCell } = this.#header
    const from = this.#date(fromCell)
    const to = this.#date(toCell)
    this.dateFrom = from
    this.dateTo = to
    if (from === EMPTY_DATE && to === EMPTY_DATE) return
    this.#checkRange(from, to)
    // Last: only the first problem of a cell is reported, and errors precede warnings.
    for (const cell of this.#cleanedDates)
      this.#addProblem(cell, 'W002', 'Cleaned up: characters around the date taken out')
    this.#cleanedDates.clear()
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
      this.#addProblem(toCell, 'E006', `The range has ${days} days; the most is ${this.#limits.maxRangeDays}`)
    }
  }

  #date(cell: number): number {
    const { buffer, starts, ends, cells } = this.#reader
    if (cell === -1 || cell >= cells) return EMPTY_DATE
    const start = starts[cell] as number
    const end = ends[cell] as number
    if (start === end) return EMPTY_DATE
    const day = dayOf(buffer, start, end)
    if (day !== BAD_DATE) return day
    // Spaces around it, or the apostrophe that marks text for spreadsheets.
    const text = this.#reader.text(cell).trim()
    const cleaned = Buffer.from(text.startsWith("'") ? text.slice(1) : text)
    if (cleaned.length === 0) return EMPTY_DATE
    const cleanedDay = dayOf(cleaned, 0, cleaned.length)
    if (cleanedDay !== BAD_DATE) this.#cleanedDates.add(cell)
    return cleanedDay
  }

  #missingDate(cell: number, column: string, other: string): void {
    this.#report(cell, column, 'E001', `${other} is there, so ${column} must be too: give both or none`)
  }

  #addProblem(cell: number, code: FileCode, message: string = FILE_CODES[code]): void {
    this.#report(cell, this.#header.masked[cell] || `column ${cell + 1}`, code, message)
  }

  #report(cell: number, column: string, code: FileCode, message: string): void {
    if (this.#reportedCells.has(cell)) return
    this.#reportedCells.add(cell)
    const severity = code.startsWith('W') ? 'warning' : 'error'
    if (severity === 'error') this.invalid = true
    const { line } = this.#reader
    const value = this.valueOf(cell)
    const problem = {
      row_number: this.#row,
      line_number: line,
      column,
      value,
      severity,
      code,
      message,
    } as const
    this.problems.push(problem)
  }
}
