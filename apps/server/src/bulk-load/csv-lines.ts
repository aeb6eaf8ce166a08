import { CsvReader, PIECE_BYTES } from '../inquiry-file/csv-reader.ts'
import type { LoadTable } from './tables.ts'

export type BadLine = { line: number; reason: string }

/**
 * The sound lines of a CSV as lines for COPY, each with its number in front and every column of the table.
 * A line that is not sound goes to `onBadLine`; what is no CSV at all throws.
 */
export async function* copyLines(
  source: AsyncIterable<Uint8Array>,
  table: LoadTable,
  onBadLine: (bad: BadLine) => void,
): AsyncGenerator<string[]> {
  const reader = new CsvReader()
  let places: number[] | undefined
  const take = () => {
    const lines: string[] = []
    while (reader.next()) {
      if (places === undefined) {
        places = placesOf(reader, table)
        continue
      }
      const read = copyLine(reader, table, places)
      if (typeof read === 'string') lines.push(read)
      else onBadLine(read)
    }
    return lines
  }
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      reader.feed(chunk.subarray(at, at + PIECE_BYTES))
      yield take()
    }
  }
  reader.finish()
  yield take()
  if (places === undefined) throw new Error('The file is empty.')
}

/** Where each column of the table is in the file; −1 where it is not. */
function placesOf(reader: CsvReader, table: LoadTable): number[] {
  const names = Array.from({ length: reader.cells }, (_, cell) => reader.text(cell).trim().toLowerCase())
  const missing = table.columns.filter(({ name, required }) => required && !names.includes(name))
  if (missing.length > 0)
    throw new Error(`Columns are missing: ${missing.map(({ name }) => name).join(', ')}.`)
  const unknown = names.filter((name) => !table.columns.some((column) => column.name === name))
  if (unknown.length > 0) throw new Error(`These are no columns of ${table.name}: ${unknown.join(', ')}.`)
  return table.columns.map(({ name }) => names.indexOf(name))
}

function copyLine(reader: CsvReader, table: LoadTable, places: readonly number[]): string | BadLine {
  const { line } = reader
  const wrong: string[] = []
  if (reader.cells > places.length) wrong.push('more cells than the header has columns')
  const cells = table.columns.map(({ name, kind, required }, i) => {
    const place = places[i] as number
    const text = place >= 0 && place < reader.cells ? reader.text(place).trim() : ''
    if (text === '') {
      if (required) wrong.push(`${name} is missing`)
      return '\\N'
    }
    const cell = kind(text)
    if ('value' in cell) return cell.value
    wrong.push(`${name} is ${cell.wrong}`)
    return ''
  })
  // The values stay out of it: they may be card numbers.
  return wrong.length > 0 ? { line, reason: wrong.join('; ') } : `${line}\t${cells.join('\t')}\n`
}
