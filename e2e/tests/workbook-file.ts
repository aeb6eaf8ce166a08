import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A text, a number, or a day such as `{ day: '2026-12-31' }`. */
export type WorkbookCell = string | number | { day: string }
type Sheet = { name: string; rows: readonly (readonly WorkbookCell[])[] }

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Day 0 of a workbook, for days after February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
const DATE_STYLE = 1

/** A workbook as a spreadsheet program writes it: shared strings, numbers, and days as numbers with a format. */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const strings = new Map<string, number>()
  const zip = new ZipFile()
  const add = (name: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`), name)
  const parts = sheets.map(({ rows }) => sheetXml(rows, strings))
  const numbered = sheets.map(({ name }, index) => ({ name, number: index + 1 }))
  const relations = [
    ...numbered.map(({ number }) => ['worksheet', `worksheets/sheet${number}.xml`]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ]
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>
${numbered.map(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}
<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>
<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/></Types>`,
  )
  add('_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']]))
  add('xl/_rels/workbook.xml.rels', relationsXml(relations))
  const listed = numbered.map(
    ({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="r${number}"/>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook ${NAMESPACE} xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
  )
  add(
    'xl/styles.xml',
    `<styleSheet ${NAMESPACE}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  )
  const texts = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
  add('xl/sharedStrings.xml', `<sst ${NAMESPACE} uniqueCount="${texts.length}">${texts.join('')}</sst>`)
  for (const [index, xml] of parts.entries()) add(`xl/worksheets/sheet${index + 1}.xml`, xml)
  zip.end()
  return buffer(zip.outputStream)
}

function sheetXml(rows: Sheet['rows'], strings: Map<string, number>): string {
  const cellXml = (cell: WorkbookCell, column: number, row: number) => {
    const place = `r="${String.fromCharCode(65 + column)}${row}"`
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
    if (typeof cell === 'object')
      return `<c ${place} s="${DATE_STYLE}"><v>${(Date.parse(cell.day) - DAY_ZERO) / DAY_MS}</v></c>`
    if (cell === '') return ''
    const index = strings.get(cell) ?? strings.size
    strings.set(cell, index)
    return `<c ${place} t="s"><v>${index}</v></c>`
  }
  const lines = rows.map((cells, index) => {
    const row = index + 1
    return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, column, row)).join('')}</row>`
  })
  return `<worksheet ${NAMESPACE}><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function relationsXml(relations: readonly (readonly string[])[]): string {
  const each = relations.map(
    ([type, target], index) =>
      `<Relationship Id="r${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
