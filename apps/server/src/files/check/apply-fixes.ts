import { Buffer } from 'node:buffer'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { FieldCell } from '../../db/schema.ts'
import { CR, LF, QUOTE } from '../csv/bytes.ts'
import { shownCell } from '../csv/csv-cell.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { type CellFix, cellToFix, type RowToFix } from '../tracked/row-to-fix.ts'

/**
 * The CSV with corrected cells. Bytes of other cells, and of malformed lines, stay as they are. A cell with another
 * text than `was` is not corrected, because the file was matched or split into rows differently and it is another cell.
 */
export async function* applyFixes(
  source: AsyncIterable<Uint8Array>,
  fixes: readonly CellFix[],
): AsyncGenerator<Uint8Array> {
  const corrected = new CorrectedCsv(fixes)
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      yield corrected.add(chunk.subarray(at, at + MAX_FEED_BYTES))
    }
  }
  yield corrected.finish()
}

class CorrectedCsv {
  readonly #reader = new CsvReader()
  readonly #rows: ReadonlyMap<number, readonly CellFix[]>
  readonly #lastRow: number
  #columns: readonly string[] = []
  /** The last read row; 0 is the header. */
  #row = -1
  /** Bytes that are not passed on yet, from the start of `#line`. */
  #held: Buffer = Buffer.alloc(0)
  #line = 1

  constructor(fixes: readonly CellFix[]) {
    this.#rows = Map.groupBy(fixes, ({ row_no }) => row_no)
    this.#lastRow = fixes.reduce((last, { row_no }) => Math.max(last, row_no), 0)
  }

  /** Accepts up to MAX_FEED_BYTES. Returns the bytes that are decided. */
  add(piece: Uint8Array): Uint8Array {
    if (this.#row >= this.#lastRow) return this.#held.length > 0 ? this.#release(piece) : piece
    this.#held = Buffer.concat([this.#held, piece])
    this.#reader.feed(piece)
    return this.#read()
  }

  finish(): Uint8Array {
    if (this.#row < this.#lastRow) this.#reader.finish()
    return Buffer.concat([this.#read(), this.#held])
  }

  #release(piece: Uint8Array): Buffer {
    const released = Buffer.concat([this.#held, piece])
    this.#held = Buffer.alloc(0)
    return released
  }

  #read(): Buffer {
    const reader = this.#reader
    const parts: Uint8Array[] = []
    while (this.#row < this.#lastRow && reader.next()) {
      this.#row++
      if (this.#row === 0) this.#columns = headerOf(reader)
      const fixes = this.#rows.get(this.#row)
      if (!fixes || reader.problem) continue
      parts.push(this.#take(this.#startOf(reader.line)))
      const { cells, end } = splitRecord(this.#held, reader.delimiter)
      const written = this.#correct(cells, fixes)
      const line = this.#take(end)
      parts.push(joined(written, reader.delimiter), lineBreakOf(line))
    }
    parts.push(this.#take(this.#undecided()))
    return Buffer.concat(parts)
  }

  #correct(cells: readonly Uint8Array[], fixes: readonly CellFix[]): Uint8Array[] {
    const written = [...cells]
    for (const { field, value, was } of fixes) {
      const column = this.#columns.indexOf(field)
      if (column === -1 || this.#textAt(column) !== was) continue
      while (written.length <= column) written.push(Buffer.alloc(0))
      written[column] = csvBytes(value)
    }
    return written
  }

  #textAt(column: number): string {
    return cellToFix(column < this.#reader.cells ? this.#reader.text(column) : '')
  }

  /** Offset of the record or line that the reader has not completed. */
  #undecided(): number {
    const start = this.#startOf(this.#reader.line)
    // The reader may skip the rest of a line that is too long.
    return this.#reader.problem ? this.#held.indexOf(LF, start) + 1 || this.#held.length : start
  }

  /** Offset of a line in the held bytes. */
  #startOf(line: number): number {
    let at = 0
    for (let each = this.#line; each < line; each++) at = this.#held.indexOf(LF, at) + 1
    return at
  }

  #take(end: number): Buffer {
    const taken = this.#held.subarray(0, end)
    for (let index = taken.indexOf(LF); index !== -1; index = taken.indexOf(LF, index + 1)) this.#line++
    this.#held = this.#held.subarray(end)
    return taken
  }
}

/** Names as the checks of both kinds of file match them. */
function headerOf(reader: CsvReader): string[] {
  return Array.from({ length: reader.cells }, (_, cell) => reader.text(cell).trim().toLowerCase())
}

/** Cells of the well-formed record at the start, with their quotes, and the end of its line. */
function splitRecord(bytes: Buffer, delimiter: number): { cells: Buffer[]; end: number } {
  const cells: Buffer[] = []
  let from = 0
  for (;;) {
    let at = from
    if (bytes[at] === QUOTE) at = closingQuote(bytes, at) + 1
    while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== LF) at++
    const isLast = at >= bytes.length || bytes[at] === LF
    cells.push(bytes.subarray(from, isLast && bytes[at - 1] === CR && at > from ? at - 1 : at))
    if (isLast) return { cells, end: Math.min(at + 1, bytes.length) }
    from = at + 1
  }
}

function closingQuote(bytes: Buffer, opening: number): number {
  let index = bytes.indexOf(QUOTE, opening + 1)
  while (bytes[index + 1] === QUOTE) index = bytes.indexOf(QUOTE, index + 2)
  return index
}

const NEEDS_QUOTES = /[",;\t\r\n]/

/** RFC 4180. Quoted for each supported delimiter, as the file may name another one than its header has. */
function csvBytes(text: string): Buffer {
  return Buffer.from(NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
}

/** An empty record is quoted, because a blank line is not a row. */
function joined(cells: readonly Uint8Array[], delimiter: number): Buffer {
  const parts = cells.flatMap((cell, index) => (index === 0 ? [cell] : [Uint8Array.of(delimiter), cell]))
  const record = Buffer.concat(parts)
  return record.length === 0 ? Buffer.from('""') : record
}

function lineBreakOf(line: Buffer): Buffer {
  if (line.at(-1) !== LF) return Buffer.alloc(0)
  return line.subarray(line.at(-2) === CR ? -2 : -1)
}

/** Rows with the shown text of each cell, which takes too long to mask when the rows are read. */
export function withShownCells(
  rows: readonly RowToFix[],
  fixes: readonly CellFix[],
  fields: ImportLayout['fields'],
): RowToFix[] {
  const byRow = Map.groupBy(fixes, ({ row_no }) => row_no)
  return rows.map((row) => {
    const corrected = byRow.get(row.row_no) ?? []
    const cells = row.cells.map(([name, text]): FieldCell => {
      const shown = shownCell(text, fields[name])
      const fix = corrected.find(({ field }) => field === name)
      const cell = [name, text, shown === text ? null : shown] as const
      return fix ? [...cell, shownCell(fix.was, fields[name])] : cell
    })
    return { ...row, cells }
  })
}
