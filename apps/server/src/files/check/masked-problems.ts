import type { FileError } from '@backoffice/contract/files'
import { csvCell, maskedCardCell } from '../csv/csv-cell.ts'
import { CELL, maskRecords, unquoted } from '../result/result-cells.ts'
import { LINE_PROBLEMS } from './row-checker.ts'

/** Cells of malformed lines are guessed, and surplus ones have no column, so either may be a card. */
const SURPLUS = /^column \d+$/
const MALFORMED: ReadonlySet<string> = new Set(Object.values(LINE_PROBLEMS))

type Cell = Pick<FileError, 'column' | 'value' | 'message'>

/** Value of a problem of an inquiry file for other users than its uploader. */
export function valueForOthers({ column, value, message }: Cell): string {
  const mayBeCard = column.toLowerCase() === 'card_number' || SURPLUS.test(column) || MALFORMED.has(message)
  return mayBeCard ? maskedCardCell(value) : value
}

const RECORD = new RegExp(`^(\\d+,\\d+),${CELL},${CELL},(\\w+,\\w+),${CELL}$`)

/** The error report of an inquiry file for other users than its uploader. */
export function maskErrors(report: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return maskRecords(report, (record) =>
    record.replace(RECORD, (_, row: string, column: string, value: string, code: string, message: string) => {
      const cell = { column: unquoted(column), value: unquoted(value), message: unquoted(message) }
      return `${row},${column},${csvCell(valueForOthers(cell))},${code},${message}`
    }),
  )
}
