import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { contentTypes, sheetXml } from '../../apps/server/src/files/xlsx/read/testing/write-workbook.ts'

const HEADER = ['Card No.', 'Period start', 'Period end', 'Ticket']
/** Columns of the files below by field; days are written 31/12/2026. */
export const MATCHING = {
  fields: ['card_number', 'date_from', 'date_to', 'reference_no'].map((field, column) => ({ field, column })),
  formats: { date_from: 'DMY', date_to: 'DMY' },
  header_row: 1,
} as const
/** Rows per block of XML. */
const BLOCK_ROWS = 500
const DAY_MS = 86_400_000
/** Days from 1899-12-30 to 1970-01-01. */
const EPOCH_SERIAL = 25_569

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

type Row = { card: string; from: string; to: string; reference: string }

/** The rows of our CSV as a CSV of another system, created once. */
export function foreignCsv(ownCsv: string): Promise<string> {
  return createOnce(`${ownCsv}.foreign.csv`, async (path) => {
    async function* lines() {
      yield `${HEADER.join(',')}\n`
      for await (const { card, from, to, reference } of rowsOf(ownCsv))
        yield `${card},${dayFirst(from)},${dayFirst(to)},${reference}\n`
    }
    await pipeline(Readable.from(inBlocks(lines())), createWriteStream(path))
  })
}

/** The rows of our CSV as Excel writes them: shared strings, and days as numbers with a format. Created once. */
export function foreignWorkbook(ownCsv: string): Promise<string> {
  return createOnce(`${ownCsv}.xlsx`, async (path) => {
    const zip = new ZipFile()
    const add = (part: string, xml: string) => zip.addBuffer(Buffer.from(xml), part)
    const relation = (id: number, type: string, target: string) =>
      `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
    const relations = (...each: string[]) => `<Relationships ${RELATIONS}>${each.join('')}</Relationships>`
    add('[Content_Types].xml', contentTypes())
    add('_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml')))
    add(
      'xl/workbook.xml',
      `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    )
    add(
      'xl/_rels/workbook.xml.rels',
      relations(
        relation(1, 'worksheet', 'worksheets/sheet1.xml'),
        relation(2, 'styles', 'styles.xml'),
        relation(3, 'sharedStrings', 'sharedStrings.xml'),
      ),
    )
    add(
      'xl/styles.xml',
      `<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    )
    zip.addReadStream(Readable.from(inBlocks(sheetRows(ownCsv))), 'xl/worksheets/sheet1.xml')
    zip.addReadStream(Readable.from(inBlocks(sharedStrings(ownCsv))), 'xl/sharedStrings.xml')
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(path))
  })
}

/** Cards and references are shared strings in their order. */
async function* sheetRows(ownCsv: string): AsyncGenerator<string> {
  const [start = '', end = ''] = sheetXml('\n').split('\n').slice(-2)
  let string = 0
  const text = (reference: string) => `<c r="${reference}" t="s"><v>${string++}</v></c>`
  const day = (reference: string, date: string) =>
    date === '' ? '' : `<c r="${reference}" s="1"><v>${Date.parse(date) / DAY_MS + EPOCH_SERIAL}</v></c>`
  yield `${start}<row r="1">${HEADER.map((_, column) => text(`${'ABCD'[column]}1`)).join('')}</row>`
  let row = 1
  for await (const { from, to } of rowsOf(ownCsv)) {
    row++
    yield `<row r="${row}" spans="1:4">${text(`A${row}`)}${day(`B${row}`, from)}${day(`C${row}`, to)}${text(`D${row}`)}</row>`
  }
  yield end
}

async function* sharedStrings(ownCsv: string): AsyncGenerator<string> {
  const item = (text: string) => `<si><t>${text}</t></si>`
  yield `<sst ${MAIN}>${HEADER.map(item).join('')}`
  for await (const { card, reference } of rowsOf(ownCsv)) yield item(card) + item(reference)
  yield '</sst>'
}

async function* rowsOf(ownCsv: string): AsyncGenerator<Row> {
  let isHeader = true
  for await (const line of createInterface({ input: createReadStream(ownCsv) })) {
    const [card = '', from = '', to = '', reference = ''] = line.split(',')
    if (!isHeader) yield { card, from, to, reference }
    isHeader = false
  }
}

const dayFirst = (day: string) => day.split('-').toReversed().join('/')

async function* inBlocks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let block: string[] = []
  for await (const text of texts) {
    if (block.push(text) < BLOCK_ROWS) continue
    yield block.join('')
    block = []
  }
  yield block.join('')
}

async function createOnce(path: string, create: (path: string) => Promise<void>): Promise<string> {
  if (existsSync(path)) return path
  await create(`${path}.new`)
  renameSync(`${path}.new`, path)
  return path
}
