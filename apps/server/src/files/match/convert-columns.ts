import type { ColumnFormat } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { ColumnMatching } from '../../db/schema.ts'
import { uint32At } from '../csv/bytes.ts'
import { CsvOutput } from '../csv/csv-output.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import { DateCell, ORDERS } from '../csv/date-cells.ts'
import { DecimalCell, SIGNS } from '../csv/decimal-cells.ts'
import { type IsNumberCell, isBlank } from './analyse.ts'
import { blankAbove } from './find-header.ts'

type Conversion = ColumnMatching & {
  /** Line of the header. */
  header_row: number
  /** The delimiter of a sheet, by default the one detected in the header row. */
  delimiter?: number | undefined
  isNumber?: IsNumberCell
}

/** A field in the order of the template. `column`: −1 for a field with one value. */
type Field = { column: number; value: Buffer; date: number; sign: number }

/**
 * CSV with the columns of the template, as a stream. Rows keep their lines; malformed and too long lines, surplus cells
 * and cells in the form ="…" stay what they are for the checks. A date or number that cannot be read stays too.
 */
export async function* convertColumns(
  source: AsyncIterable<Uint8Array>,
  matching: Conversion,
  layout: ImportLayout,
): AsyncGenerator<Uint8Array> {
  const { header_row: headerLine, delimiter } = matching
  const names = Object.keys(layout.fields).filter((name) =>
    matching.fields.some(({ field }) => field === name),
  )
  const reader = new CsvReader(delimiter === undefined ? {} : { delimiter })
  const output = new CsvOutput()
  const rows = new RowConverter(
    reader,
    output,
    names.map((name) => fieldOf(name, matching)),
    matching.isNumber,
  )
  let hasHeader = false
  const take = function* () {
    while (reader.next()) {
      if (hasHeader) rows.convert()
      else {
        output.line(reader.line)
        output.text(`${names.join(',')}\n`)
        rows.width = headerWidth(reader)
        hasHeader = true
      }
      if (output.isFull) yield output.take()
    }
  }
  for await (const chunk of blankAbove(source, headerLine)) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      reader.feed(chunk.subarray(at, at + MAX_FEED_BYTES))
      yield* take()
    }
  }
  reader.finish()
  yield* take()
  yield output.take()
}

function fieldOf(name: string, { fields, formats }: ColumnMatching): Field {
  const found = fields.find(({ field }) => field === name)
  const format = formats[name]
  const column = found && 'column' in found ? found.column : -1
  const value = Buffer.from(found && 'value' in found ? found.value : '')
  return { column, value, date: placeOf(ORDERS, format), sign: placeOf(SIGNS, format) }
}

const placeOf = (formats: readonly ColumnFormat[], format: ColumnFormat | undefined) =>
  format === undefined ? -1 : formats.indexOf(format)

/** Columns without unnamed ones at the end. */
function headerWidth(reader: CsvReader): number {
  let { cells } = reader
  while (cells > 0 && reader.text(cells - 1).trim() === '') cells--
  return cells
}

class RowConverter {
  /** Number of columns of the header. */
  width = 0
  readonly #reader: CsvReader
  readonly #output: CsvOutput
  readonly #fields: readonly Field[]
  readonly #isNumber: IsNumberCell | undefined
  readonly #date = new DateCell()
  readonly #decimal = new DecimalCell()

  constructor(
    reader: CsvReader,
    output: CsvOutput,
    fields: readonly Field[],
    isNumber: IsNumberCell | undefined,
  ) {
    this.#reader = reader
    this.#output = output
    this.#fields = fields
    this.#isNumber = isNumber
  }

  /** Writes the reader's record; nothing for a row without values. */
  convert(): void {
    const reader = this.#reader
    const { problem } = reader
    if (!problem && this.#isEmpty()) return
    this.#output.line(reader.line)
    const bad = problem?.kind === 'quote' ? problem.cell : -1
    const from = this.#output.length
    let hasBad = false
    for (const field of this.#fields) {
      if (field !== this.#fields[0]) this.#output.comma()
      if (field.column === -1) this.#output.cell(field.value, 0, field.value.length)
      else if (field.column === bad) {
        this.#output.malformed(reader.text(bad))
        hasBad = true
      } else if (field.column < reader.cells) this.#cell(field)
    }
    // An empty line would be no row.
    if (this.#output.length === from) this.#output.text('""')
    if (problem?.kind === 'length') this.#output.tooLong()
    else if (bad >= 0 && !hasBad) this.#output.surplusMalformed(reader.text(bad))
    else if (!problem && reader.cells > this.width) this.#surplus()
    this.#output.endLine()
  }

  #isEmpty(): boolean {
    const { buffer, starts, ends, cells } = this.#reader
    for (let cell = 0; cell < cells; cell++)
      if (!isBlank(buffer, uint32At(starts, cell), uint32At(ends, cell))) return false
    return true
  }

  #cell({ column, date, sign }: Field): void {
    const { buffer, starts, ends, unwrapped, problem } = this.#reader
    const start = uint32At(starts, column)
    const end = uint32At(ends, column)
    const output = this.#output
    if (problem?.kind === 'length') {
      output.plainCell(this.#reader.text(column))
      return
    }
    const isFormula = unwrapped.length > 0 && unwrapped.includes(column)
    if (isFormula) output.openFormula()
    if (date >= 0 && this.#date.read(buffer, start, end) & (1 << date))
      output.day(uint32At(this.#date.days, date))
    else if (
      sign >= 0 &&
      !this.#isNumber?.(this.#reader.line, column) &&
      this.#decimal.read(buffer, start, end) & (1 << sign)
    )
      output.text(this.#decimal.texts[sign] ?? '')
    else if (isFormula) output.bytes(buffer, start, end)
    else output.cell(buffer, start, end)
    if (isFormula) output.closeFormula()
  }

  /** The first cell without a column, for which the row is refused. */
  #surplus(): void {
    const { buffer, starts, ends, cells } = this.#reader
    for (let cell = this.width; cell < cells; cell++) {
      const start = uint32At(starts, cell)
      const end = uint32At(ends, cell)
      if (start === end) continue
      this.#output.comma()
      this.#output.cell(buffer, start, end)
      return
    }
  }
}
