import type { CsvReader } from './csv-reader.ts'
import { FileRefused } from './file-refused.ts'
import { maskedValue } from './report-text.ts'

/** The column of a rejected file that says why; ignored when that file comes back. */
export const ERRORS_COLUMN = '_errors'

const KNOWN = ['card_number', 'date_from', 'date_to', 'reference_no'] as const
type Known = (typeof KNOWN)[number]
/** They stand in every error that is said of them. */
const MOST_NAME_CHARS = 100
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/

export type Header = {
  /** As written, trimmed; columns without a name at the end are left out. */
  names: readonly string[]
  /** The same as they may be shown: a file without a header has card numbers there. */
  shown: readonly string[]
  /** Index of each known column, −1 where the file has none. */
  card: number
  dateFrom: number
  dateTo: number
  reference: number
  /** Index of `_errors`, or −1. */
  errors: number
  unknown: readonly string[]
}

/** Names are matched without regard to case and order. */
export function readHeader(reader: CsvReader, maxColumns: number): Header {
  if (reader.cells > maxColumns) {
    const detail = `The file has ${reader.cells} columns; the most is ${maxColumns}. Take out what the inquiry does not need.`
    throw new FileRefused('F003', detail, reader.line)
  }
  const names = Array.from({ length: reader.cells }, (_, cell) => reader.text(cell).trim())
  while (names.at(-1) === '') names.pop()
  const bad = names.find((name) => name.length > MOST_NAME_CHARS || CONTROL.test(name))
  if (bad !== undefined) {
    const detail = `The name of a column is longer than ${MOST_NAME_CHARS} characters or has line breaks in it. Name the columns on the first line.`
    throw new FileRefused('F004', detail, reader.line)
  }
  const keys = names.map((name) => name.toLowerCase())
  const index = (name: Known | typeof ERRORS_COLUMN) => {
    const first = keys.indexOf(name)
    if (first !== keys.lastIndexOf(name)) {
      throw new FileRefused('F004', `The column ${name} is there twice. Take one out.`, reader.line)
    }
    return first
  }
  const header = {
    names,
    shown: names.map(maskedValue),
    card: index('card_number'),
    dateFrom: index('date_from'),
    dateTo: index('date_to'),
    reference: index('reference_no'),
    errors: index(ERRORS_COLUMN),
    unknown: names
      .filter((_, i) => ![...KNOWN, ERRORS_COLUMN].some((known) => known === keys[i]))
      .map(maskedValue),
  }
  if (header.card === -1) {
    const found = names.map(maskedValue).join(', ').slice(0, 200)
    const detail = `The column card_number is missing; line ${reader.line} has: ${found}. Name the columns on the first line.`
    throw new FileRefused('F002', detail, reader.line)
  }
  return header
}
