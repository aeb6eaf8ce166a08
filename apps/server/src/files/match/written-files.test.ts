import { INQUIRY_LAYOUT } from '@backoffice/contract/columns'
import { expect, test } from 'vitest'
import { type Analysis, analyseColumns } from './analyse.ts'
import { suggestFields } from './suggest.ts'

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function analyse(content: string, size = 13): Promise<Analysis> {
  const bytes = Buffer.from(content)
  return analyseColumns({
    head: { bytes, isWhole: true },
    source: pieces(bytes, size),
    layout: INQUIRY_LAYOUT,
    maxRows: 2_000_000,
  })
}

const ROWS = [
  ['Member ID', 'Date from', 'Date to', 'Remarks'],
  ['9990000000000011', '31/10/2026', '31/10/2026', 'first, "quoted"'],
  ['9990000000000029', '01/10/2026', '31/10/2026', 'señor; café'],
]
const quoteAll = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const quoteNeeded = (delimiter: string) => (cell: string) =>
  cell.includes(delimiter) || /["\n]/.test(cell) ? quoteAll(cell) : cell
const written = (quote: (cell: string) => string, delimiter: string, end: string) =>
  ROWS.map((row) => row.map(quote).join(delimiter) + end).join('')

test.each([
  ['LibreOffice', written(quoteNeeded(','), ',', '\n'), 1],
  ['LibreOffice with all texts quoted', written(quoteAll, ',', '\n'), 1],
  ['Python’s csv', written(quoteNeeded(','), ',', '\r\n'), 1],
  ['Google Sheets, without an end of the last line', written(quoteNeeded(','), ',', '\r\n').trimEnd(), 1],
  ['Excel in a region with decimal commas', `\uFEFF${written(quoteNeeded(';'), ';', '\r\n')}`, 1],
  ['Excel as text with tabs', `\uFEFF${written(quoteNeeded('\t'), '\t', '\r\n')}`, 1],
  [
    'Excel with a line that names the separator',
    `\uFEFFsep=;\r\n${written(quoteNeeded(';'), ';', '\r\n')}`,
    2,
  ],
  [
    'a report with titles',
    `Inquiries, by desk\nMade at: 1, 2; 3\n\n${written(quoteNeeded(';'), ';', '\n')}`,
    4,
  ],
  [
    'a report with titles of the same width',
    `Desk;;;\nWeek 40;;;\n${written(quoteNeeded(';'), ';', '\n')}`,
    3,
  ],
])('reads a file of %s', async (_, content, line) => {
  const analysis = await analyse(content)
  expect(analysis).toMatchObject({ line, names: ROWS[0], rows: 2 })
  expect(analysis.columns[1]?.dateOrders?.options).toEqual(['DMY'])
  const suggestions = suggestFields({
    ...analysis,
    layout: INQUIRY_LAYOUT,
    existing: new Map(),
    remembered: new Map(),
  })
  expect(suggestions.map((each) => each?.field)).toEqual(['card_number', 'date_from', 'date_to', undefined])
})

test('a column of cards is the card, whatever its name', async () => {
  const analysis = await analyse('A;B\nx;9990000000000011\ny;9990 0000 0000 0029\n')
  const suggestions = suggestFields({
    ...analysis,
    layout: INQUIRY_LAYOUT,
    existing: new Map(),
    remembered: new Map(),
  })
  expect(suggestions).toEqual([null, { field: 'card_number', by: 'values' }])
})

test('values decide between two columns of the same name', async () => {
  const analysis = await analyse('Card No.;Card no;Ref\n1;9990000000000011;a\n2;9990000000000029;b\n')
  const suggestions = suggestFields({
    ...analysis,
    layout: INQUIRY_LAYOUT,
    existing: new Map(),
    remembered: new Map(),
  })
  expect(suggestions.map((each) => each?.field)).toEqual([undefined, 'card_number', 'reference_no'])
})

test('shows the first rows with cards masked', async () => {
  const { preview } = await analyse(
    `t\n${Array.from({ length: 30 }, () => 'a,9990000000000011').join('\n')}\n`,
  )
  expect(preview).toHaveLength(20)
  expect(JSON.stringify(preview)).not.toContain('999000')
})

test('reads rows of many or long cells', async () => {
  const many = `${'abcdefgh;'.repeat(7_000)}\n`
  const long = `${'xyz '.repeat(15_000)};b\n`
  await expect(analyse(many.repeat(20), 64 * 1024)).rejects.toThrow(/maximum is 50/)
  expect(await analyse(`Member ID;b\n${long.repeat(20)}`, 64 * 1024)).toMatchObject({ line: 1, rows: 20 })
})
