import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A serial number in a built-in or custom format of numbers, a formula with its stored value, an error or ISO date. */
export type TestCell =
  | string
  | number
  | boolean
  | null
  | { serial: number; format: number | string }
  | { formula: string; stored?: string | number }
  | { error: string }
  | { iso: string }

export type TestSheet = { name: string; rows: readonly (readonly TestCell[])[]; state?: string }

/**
 * Writers whose files differ: Excel shares its strings and states a dimension, Google Sheets shares strings and states
 * none, and libraries such as openpyxl's streaming one write inline strings and no references.
 */
export type Flavour = 'excel' | 'google' | 'inline'

export type TestWorkbook = {
  sheets: readonly TestSheet[]
  flavour?: Flavour
  date1904?: boolean
  /** Parts to add, replace, or with `null` leave out. */
  parts?: Readonly<Record<string, string | Buffer | null>>
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')

export function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26))
}

/** Content types of a workbook, with the type of its main part. */
export const contentTypes = (type = WORKBOOK_TYPE) =>
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`

/** A worksheet part around its rows. */
export const sheetXml = (rows: string, before = '') =>
  `${HEAD}<worksheet ${MAIN}>${before}<sheetData>${rows}</sheetData></worksheet>`

export async function writeWorkbook(path: string, workbook: TestWorkbook): Promise<void> {
  await writeZip(path, { ...workbookParts(workbook), ...workbook.parts })
}

export async function writeZip(
  path: string,
  parts: Readonly<Record<string, string | Buffer | null>>,
): Promise<void> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) {
    if (content !== null) zip.addBuffer(Buffer.from(content), name)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

function workbookParts({ sheets, flavour = 'excel', date1904 }: TestWorkbook): Record<string, string> {
  const writer = new PartWriter(flavour)
  const parts: Record<string, string> = {}
  for (const [i, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${i + 1}.xml`] = writer.sheet(sheet)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  parts['[Content_Types].xml'] = contentTypes()
  parts['_rels/.rels'] =
    `${HEAD}<Relationships ${RELATIONS}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`
  parts['xl/workbook.xml'] =
    `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(({ name, state }, i) => {
        const hidden = state === undefined ? '' : ` state="${state}"`
        return `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${hidden} r:id="rId${i + 1}"/>`
      })
      .join('')}</sheets></workbook>`
  parts['xl/_rels/workbook.xml.rels'] = `${HEAD}<Relationships ${RELATIONS}>${sheets
    .map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`))
    .join('')}${relation('rId100', 'styles', 'styles.xml')}${
    flavour === 'inline' ? '' : relation('rId101', 'sharedStrings', '/xl/sharedStrings.xml')
  }</Relationships>`
  parts['xl/styles.xml'] = writer.styles()
  if (flavour !== 'inline') parts['xl/sharedStrings.xml'] = writer.sharedStrings()
  return parts
}

class PartWriter {
  readonly #flavour: Flavour
  readonly #strings = new Map<string, number>()
  /** Formats in the order of the styles after the first. */
  readonly #formats: (number | string)[] = []

  constructor(flavour: Flavour) {
    this.#flavour = flavour
  }

  sheet({ rows }: TestSheet): string {
    const columns = Math.max(...rows.map((row) => row.length), 1)
    const dimension = `<dimension ref="A1:${columnName(columns - 1)}${rows.length}"/>`
    const lines = rows.map((cells, row) => {
      const content = cells
        .map((cell, column) => this.#cell(cell, `${columnName(column)}${row + 1}`))
        .join('')
      return this.#flavour === 'inline'
        ? `<row>${content}</row>`
        : `<row r="${row + 1}" spans="1:3">${content}</row>`
    })
    return sheetXml(lines.join(''), this.#flavour === 'excel' ? dimension : '')
  }

  styles(): string {
    const custom = this.#formats.flatMap((format, i) =>
      typeof format === 'string'
        ? [`<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(format).replaceAll('"', '&quot;')}"/>`]
        : [],
    )
    const xfs = this.#formats.map(
      (format, i) => `<xf numFmtId="${typeof format === 'string' ? 164 + i : format}"/>`,
    )
    return `${HEAD}<styleSheet ${MAIN}><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`
  }

  sharedStrings(): string {
    const items = [...this.#strings.keys()].map(
      (text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`,
    )
    return `${HEAD}<sst ${MAIN} uniqueCount="${items.length}">${items.join('')}</sst>`
  }

  #cell(cell: TestCell, reference: string): string {
    const r = this.#flavour === 'inline' ? '' : ` r="${reference}"`
    if (cell === null) return this.#flavour === 'inline' ? '<c/>' : ''
    if (typeof cell === 'string') {
      if (this.#flavour !== 'inline') return `<c${r} t="s"><v>${this.#string(cell)}</v></c>`
      return `<c${r} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
    }
    if (typeof cell === 'number') return `<c${r}><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c${r} t="b"><v>${cell ? 1 : 0}</v></c>`
    if ('serial' in cell) return `<c${r} s="${this.#style(cell.format)}"><v>${cell.serial}</v></c>`
    if ('error' in cell) return `<c${r} t="e"><v>${cell.error}</v></c>`
    if ('iso' in cell) return `<c${r} t="d"><v>${cell.iso}</v></c>`
    const type = typeof cell.stored === 'string' ? ' t="str"' : ''
    const value = cell.stored === undefined ? '' : `<v>${escapeXml(String(cell.stored))}</v>`
    return `<c${r}${type}><f>${escapeXml(cell.formula)}</f>${value}</c>`
  }

  #string(text: string): number {
    const index = this.#strings.get(text) ?? this.#strings.size
    this.#strings.set(text, index)
    return index
  }

  #style(format: number | string): number {
    const index = this.#formats.indexOf(format)
    return index === -1 ? this.#formats.push(format) : index + 1
  }
}
