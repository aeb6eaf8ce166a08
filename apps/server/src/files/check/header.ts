import { maskedValue } from '../csv/csv-cell.ts'
import type { CsvReader } from '../csv/csv-reader.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import { readHeaderNames } from '../csv/header-names.ts'
import { ERRORS_COLUMN } from './reports.ts'

const COLUMNS = ['card_number', 'date_from', 'date_to', 'reference_no'] as const
type ColumnName = (typeof COLUMNS)[number]

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
  const names = readHeaderNames(reader, maxColumns)
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
