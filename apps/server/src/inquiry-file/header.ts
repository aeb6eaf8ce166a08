import { maskedValue } from './csv-cell.ts'
import type { CsvReader } from './csv-reader.ts'
import { FileRejected } from './file-rejected.ts'
import { ERRORS_COLUMN } from './reports.ts'

const COLUMNS = ['card_number', 'date_from', 'date_to', 'reference_no'] as const
type ColumnName = (typeof COLUMNS)[number]
/** Limit, because errors of cells include the column name. */
const MAX_NAME_CHARS = 100
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\x00-\x1f\x7f]/

export type Header = {
  /** Trimmed; without unnamed columns at the end. */
  names: readonly string[]
  /** Names with card numbers masked, which a file without a header has here. */
  masked: readonly string[]
  /** Column indexes; −1 for a missing column. */
  card: number
  dateFrom: number
  dateTo: number
  reference: number
  /** Index of `_errors`, or −1. */
  errors: number
  unknown: readonly string[]
}

/** Matches column names in any case and order. */
export function readHeader(reader: CsvReader, maxColumns: number): Header {
  const names = Array.from({ length: reader.cells }, (_, cell) => reader.text(cell).trim())
  while (names.at(-1) === '') names.pop()
  if (names.length > maxColumns) {
    const detail = `The file has ${names.length} columns. The maximum is ${maxColumns}. Remove columns that the inquiry does not need.`
    throw new FileRejected('F003', detail, reader.line)
  }
  const bad = names.find((name) => name.length > MAX_NAME_CHARS || CONTROL.test(name))
  if (bad !== undefined) {
    const detail = `A column name is longer than ${MAX_NAME_CHARS} characters or has line breaks. Put the column names on the first line.`
    throw new FileRejected('F004', detail, reader.line)
  }
  const keys = names.map((name) => name.toLowerCase())
  const index = (name: ColumnName | typeof ERRORS_COLUMN) => {
    const first = keys.indexOf(name)
    if (first !== keys.lastIndexOf(name)) {
      throw new FileRejected('F004', `The column ${name} appears twice. Remove one.`, reader.line)
    }
    return first
  }
  const header = {
    names,
    masked: names.map(maskedValue),
    card: index('card_number'),
    dateFrom: index('date_from'),
    dateTo: index('date_to'),
    reference: index('reference_no'),
    errors: index(ERRORS_COLUMN),
    unknown: names
      .filter((_, i) => ![...COLUMNS, ERRORS_COLUMN].some((name) => name === keys[i]))
      .map(maskedValue),
  }
  if (header.card === -1) {
    const found = names.map(maskedValue).join(', ').slice(0, 200)
    const detail = `The column card_number is missing; line ${reader.line} has: ${found}. Put the column names on the first line.`
    throw new FileRejected('F002', detail, reader.line)
  }
  return header
}
