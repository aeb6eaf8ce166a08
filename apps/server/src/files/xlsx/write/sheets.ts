import { Buffer } from 'node:buffer'
import { setImmediate as nextTick } from 'node:timers/promises'
import { detectDelimiter } from '../../csv/csv-detection.ts'
import { readCell } from '../../csv/guarded-cell.ts'
import { CellWriter, cellText } from './cell-writer.ts'
import { type CellFormat, COLUMN_STYLES, columnName, columnWidth, STYLES } from './columns.ts'
import { CsvRecords } from './csv-records.ts'

/** About two milliseconds of work. */
const BLOCK_BYTES = 128 * 1024

/** The format of a column by its name. */
export type FormatOf = (name: string) => CellFormat
type Options = {
  formatOf: FormatOf
  /** Rows of a sheet with its header. */
  maxRows: number
}

/** Reads a CSV of the product once and yields the XML of its sheets, one after the other. */
export class Sheets {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #records: CsvRecords
  readonly #header: readonly string[]
  readonly #formats: readonly CellFormat[]
  readonly #maxRows: number
  #isAtRow: boolean

  private constructor(
    source: AsyncIterator<Uint8Array>,
    records: CsvRecords,
    { formatOf, maxRows }: Options,
  ) {
    this.#source = source
    this.#records = records
    this.#header = Array.from({ length: records.cells }, (_, cell) => records.text(cell))
    this.#formats = this.#header.map((name) => formatOf(readCell(name)))
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
      const format = this.#formats[index] ?? 'text'
      return { name: cellText(name), width: columnWidth(format, name), style: COLUMN_STYLES[format] }
    })
    yield Buffer.from(sheetStart(columns))
    const writer = new CellWriter(this.#formats)
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

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** Parts of a workbook with this number of sheets, by path, except the sheets. */
export function workbookParts(sheets: number): readonly (readonly [path: string, xml: string])[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const each = (xml: (number: number) => string) => numbers.map(xml).join('')
  return [
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
        (number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships(
        each((number) => relationship(number, `${OFFICE}/worksheet`, `worksheets/sheet${number}.xml`)) +
          relationship(sheets + 1, `${OFFICE}/styles`, 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', STYLES_XML],
    ['_rels/.rels', relationships(relationship(1, `${OFFICE}/officeDocument`, 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/>${each(
        (number) => `<Override PartName="/${sheetPath(number)}" ContentType="${SHEET_ML}.worksheet+xml"/>`,
      )}</Types>`,
    ],
  ]
}

const relationships = (content: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`

const relationship = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`

/** Number formats: 49 is text, 4 has thousands separators and two decimals. */
const FORMATS = {
  general: 0,
  header: 49,
  code: 49,
  money: 4,
  date: 164,
  time: 165,
} as const satisfies Record<keyof typeof STYLES, number>

const FORMATS_BY_STYLE = Object.entries(STYLES)
  .sort(([, a], [, b]) => a - b)
  .map(([name]) => name as keyof typeof STYLES)

const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS_BY_STYLE.length}">${FORMATS_BY_STYLE.map(
  (name) =>
    `<xf numFmtId="${FORMATS[name]}" fontId="${name === 'header' ? 1 : 0}" xfId="0" applyNumberFormat="1"${name === 'header' ? ' applyFont="1"' : ''}/>`,
).join('')}</cellXfs></styleSheet>`

/** Name of a column as XML, its width in characters, and the style of its empty cells. */
type SheetColumn = { readonly name: string; readonly width: number; readonly style: number }

/** A sheet starts with a frozen row with the names of its columns. */
function sheetStart(columns: readonly SheetColumn[]): string {
  const cols = columns.map(({ width, style }, index) => {
    const styled = style === STYLES.general ? '' : ` style="${style}"`
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${styled}/>`
  })
  const names = columns.map(
    ({ name }, index) =>
      `<c r="${columnName(index)}1" s="${STYLES.header}" t="inlineStr"><is><t xml:space="preserve">${name}</t></is></c>`,
  )
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`
}

/** End of a sheet with a filter over all its cells. Excel does not mark their digits as numbers stored as text. */
function sheetEnd(columns: number, rows: number): string {
  const cells = `A1:${columnName(columns - 1)}${rows}`
  return `</sheetData><autoFilter ref="${cells}"/><ignoredErrors><ignoredError sqref="${cells}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}
