import { Buffer } from 'node:buffer'
import { setImmediate as nextTick } from 'node:timers/promises'
import { detectDelimiter } from '../../csv/csv-detection.ts'
import { readCell } from '../../csv/guarded-cell.ts'
import { cellText } from './cell-text.ts'
import { CellWriter } from './cell-writer.ts'
import { type CellFormat, COLUMN_STYLES, columnWidth } from './columns.ts'
import { CsvRecords } from './csv-records.ts'
import { sheetEnd, sheetStart } from './parts.ts'

/** About two milliseconds of work. */
const BLOCK_BYTES = 128 * 1024

/** The kind of a column by its name. */
export type KindOf = (name: string) => CellFormat
type Options = {
  kindOf: KindOf
  /** Rows of a sheet with its header. */
  maxRows: number
}

/** Reads a CSV of the product once and yields the XML of its sheets, one after the other. */
export class Sheets {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #records: CsvRecords
  readonly #header: readonly string[]
  readonly #kinds: readonly CellFormat[]
  readonly #maxRows: number
  #isAtRow: boolean

  private constructor(source: AsyncIterator<Uint8Array>, records: CsvRecords, { kindOf, maxRows }: Options) {
    this.#source = source
    this.#records = records
    this.#header = Array.from({ length: records.cells }, (_, cell) => records.text(cell))
    this.#kinds = this.#header.map((name) => kindOf(readCell(name)))
    this.#maxRows = maxRows
    this.#isAtRow = false
  }

  /** Reads the header and the first row. */
  static async open(source: AsyncIterator<Uint8Array>, options: Options): Promise<Sheets> {
    let start: Uint8Array = Buffer.alloc(0)
    let delimiter: number | undefined
    while (delimiter === undefined) {
      const block = await source.next()
      if (!block.done) start = Buffer.concat([start, block.value])
      delimiter = detectDelimiter(start, block.done ?? false)
    }
    const records = new CsvRecords(delimiter)
    records.feed(start)
    if (!records.next()) throw new Error('The CSV has no header')
    const sheets = new Sheets(source, records, options)
    sheets.#isAtRow = records.next() || (await feedUntilNext(records, source))
    return sheets
  }

  get hasMore(): boolean {
    return this.#isAtRow
  }

  async *next(): AsyncGenerator<Buffer> {
    const columns = this.#header.map((name, index) => {
      const kind = this.#kinds[index] ?? 'text'
      return { name: cellText(name), width: columnWidth(kind, name), style: COLUMN_STYLES[kind] }
    })
    yield Buffer.from(sheetStart(columns))
    const writer = new CellWriter(this.#kinds)
    let row = 1
    while (this.#isAtRow && row < this.#maxRows) {
      writer.row(this.#records, ++row)
      // Most rows are in the block that is already read.
      this.#isAtRow = this.#records.next() || (await feedUntilNext(this.#records, this.#source))
      if (writer.to > BLOCK_BYTES) {
        yield writer.take()
        await nextTick()
      }
    }
    yield writer.take()
    yield Buffer.from(sheetEnd(columns.length, row))
  }
}

/** False at the end of the source. */
async function feedUntilNext(records: CsvRecords, source: AsyncIterator<Uint8Array>): Promise<boolean> {
  do {
    const block = await source.next()
    if (block.done) return false
    records.feed(block.value)
  } while (!records.next())
  return true
}
