import { elementAt } from '@backoffice/contract/objects'
import { CsvReader, MAX_FEED_BYTES } from '../../files/csv/csv-reader.ts'
import type { LoadTable } from './tables.ts'

export type BadLine = { line: number; reason: string }

/**
 * Converts valid lines of a CSV to lines for COPY: the line number, then every column of the table. Reports each
 * invalid line to `onBadLine`. Throws if the file is not a CSV.
 */
export async function* copyLines(
  source: AsyncIterable<Uint8Array>,
  table: LoadTable,
  onBadLine: (bad: BadLine) => void,
): AsyncGenerator<string[]> {
  const reader = new CsvReader({ isStrict: true })
  let indexes: number[] | undefined
  const parseLines = () => {
    const lines: string[] = []
    while (reader.next()) {
      if (indexes === undefined) {
        indexes = columnIndexes(reader, table)
        continue
      }
      const read = copyLine(reader, table, indexes)
      if (typeof read === 'string') lines.push(read)
      else onBadLine(read)
    }
    return lines
  }
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      reader.feed(chunk.subarray(at, at + MAX_FEED_BYTES))
      yield parseLines()
    }
  }
  reader.finish()
  yield parseLines()
  if (indexes === undefined) throw new Error('The file is empty.')
}

/** Indexes of the table's columns in the file; −1 for a missing one. */
function columnIndexes(reader: CsvReader, table: LoadTable): number[] {
  const names = Array.from({ length: reader.cells }, (_, cell) => reader.text(cell).trim().toLowerCase())
  const missing = table.columns.filter(({ name, required }) => required && !names.includes(name))
  if (missing.length > 0)
    throw new Error(`Columns are missing: ${missing.map(({ name }) => name).join(', ')}.`)
  const unknown = names.filter((name) => !table.columns.some((column) => column.name === name))
  if (unknown.length > 0) throw new Error(`Not columns of ${table.name}: ${unknown.join(', ')}.`)
  return table.columns.map(({ name }) => names.indexOf(name))
}

function copyLine(reader: CsvReader, table: LoadTable, indexes: readonly number[]): string | BadLine {
  const { line } = reader
  const errors: string[] = []
  if (reader.cells > indexes.length) errors.push('more cells than the header has columns')
  const cells = table.columns.map(({ name, parse, required }, i) => {
    const index = elementAt(indexes, i)
    const text = index >= 0 && index < reader.cells ? reader.text(index).trim() : ''
    if (text === '') {
      if (required) errors.push(`${name} is missing`)
      return '\\N'
    }
    const cell = parse(text)
    if ('value' in cell) return cell.value
    errors.push(`${name} is ${cell.error}`)
    return ''
  })
  // Without the values, which may be card numbers.
  return errors.length > 0 ? { line, reason: errors.join('; ') } : `${line}\t${cells.join('\t')}\n`
}
