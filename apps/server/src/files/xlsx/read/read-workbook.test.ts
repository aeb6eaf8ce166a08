import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CsvReader } from '../../csv/csv-reader.ts'
import { openWorkbook } from './read-workbook.ts'
import { readCsv } from './testing/read-csv.ts'
import {
  type Flavour,
  sheetXml,
  type TestCell,
  type TestWorkbook,
  writeWorkbook,
} from './testing/write-workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function csvOf(workbook: TestWorkbook): Promise<string> {
  const path = join(folder, 'workbook.xlsx')
  await writeWorkbook(path, workbook)
  return readCsv(path)
}

const csvOfRows = (rows: readonly (readonly TestCell[])[], flavour: Flavour = 'excel') =>
  csvOf({ sheets: [{ name: 'Sheet1', rows }], flavour })

const csvOfXml = (rows: string) =>
  csvOf({ sheets: [{ name: 'Sheet1', rows: [] }], parts: { 'xl/worksheets/sheet1.xml': sheetXml(rows) } })

describe('text', () => {
  test.each(['excel', 'google', 'inline'] as const)(
    'of a workbook by %s is kept to the letter',
    async (flavour) => {
      const rows = [
        ['Card No.', 'Name'],
        ['0006360001234567', ' O\'Neil, "Jr" '],
        ['=1+1', 'ñ 漢 😀 <&>'],
      ]
      expect(await csvOfRows(rows, flavour)).toBe(
        'Card No.,Name\n0006360001234567," O\'Neil, ""Jr"" "\n"=1+1",ñ 漢 😀 <&>\n',
      )
    },
  )

  test('has a space for each line break and no escapes of Excel', async () => {
    const rows = [['a\nb\r\nc_x000D_\nd', 'tab_x0009_', '_x005F_x0041_', '_xD83D__xDE00_', '_x0000_']]
    expect(await csvOfRows(rows)).toBe('a b c d,"tab\t",_x0041_,😀,_x0000_\n')
  })

  test('joins runs and leaves out phonetic hints', async () => {
    const run =
      '<r><rPr><b/></rPr><t>東</t></r><r><t xml:space="preserve"> 京</t></r><rPh sb="0" eb="1"><t>トウ</t></rPh>'
    const parts = {
      'xl/sharedStrings.xml': `<sst><si>${run}</si><si><t> trimmed </t></si><si/></sst>`,
      'xl/worksheets/sheet1.xml': sheetXml(
        `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is>${run}</is></c></row>`,
      ),
    }
    expect(await csvOf({ sheets: [{ name: 'Sheet1', rows: [] }], parts })).toBe('東 京,trimmed,,東 京\n')
  })
})

test('numbers have 15 significant digits, and 16-digit ones an exponent', async () => {
  const rows = [
    [0.1 + 0.2, 1e-7, -0.5, 1234567.891, 999_999_999_999_999, 1e15, 6368000123456780, -1e21, 0],
    [
      { formula: 'A1', stored: 3 },
      { formula: 'A1', stored: '007' },
      { formula: 'A1' },
      { error: '#REF!' },
      true,
      false,
    ],
  ]
  expect(await csvOfRows(rows)).toBe(
    '0.3,0.0000001,-0.5,1234567.891,999999999999999,1E+15,6.36800012345678E+15,-1E+21,0\n3,007,,#REF!,true,false\n',
  )
})

test('dates are exact in both date systems', async () => {
  const dates = [1, 59, 60, 61, 46_350, 46_350.5, 46_350.999_999_9, 2_958_465]
  const sheets = [
    {
      name: 'Sheet1',
      rows: [
        dates.map((serial) => ({ serial, format: 14 })),
        [
          { serial: 0.75, format: 20 },
          { serial: 46_350, format: 'dd\\/mm\\/yyyy;@' },
          { serial: 46_350, format: '[Red]0.00" days"' },
          { serial: 2_958_466, format: 14 },
          { serial: -1, format: 14 },
          { iso: '2026-11-24T00:00:00' },
          { iso: '2026-11-24T18:30:15.5Z' },
        ],
      ],
    },
  ]
  expect(await csvOf({ sheets })).toBe(
    '1900-01-01,1900-02-28,1900-02-29,1900-03-01,2026-11-24,2026-11-24 12:00:00,2026-11-25,9999-12-31\n' +
      '18:00,2026-11-24,46350,2958466,-1,2026-11-24,2026-11-24 18:30:15\n',
  )
  expect((await csvOf({ sheets, date1904: true })).split(',').slice(0, 5)).toEqual([
    '1904-01-02',
    '1904-02-29',
    '1904-03-01',
    '1904-03-02',
    '2030-11-25',
  ])
})

test('line n is row n, column k is column k, and empty cells at the end are left out', async () => {
  const rows =
    '<row r="3"><c r="C3"><v>1</v></c><c r="D3" s="1"/></row><row r="4"/><row r="7"><c><v>2</v></c><c/><c t="str"><v></v></c></row><row r="1048576"><c s="1"/></row>'
  expect(await csvOfXml(rows)).toBe('\n\n,,1\n\n\n\n2\n')
})

test('prefixes, both quotes, comments, CDATA and attributes of others are read', async () => {
  const xml = `<?xml version='1.0'?><x:worksheet xmlns:x="m"><!-- <x:c> --><x:sheetData>
    <x:row x:r="9" r = '2' ><x:c x14ac:t="b" t='str'\tr="B2" ><x:v>a&#x41;<![CDATA[<b>&amp;]]><!-- c -->&quot;</x:v></x:c ></x:row>
  </x:sheetData><x:extLst><x:sheetData><x:row><x:c><x:v>no</x:v></x:c></x:row></x:sheetData></x:extLst></x:worksheet>`
  const parts = { 'xl/worksheets/sheet1.xml': xml }
  expect(await csvOf({ sheets: [{ name: 'Sheet1', rows: [] }], parts })).toBe('\n,"aA<b>&amp;"""\n')
})

test('knows which cells were numbers', async () => {
  const path = join(folder, 'numbers.xlsx')
  const rows = [['1', 1, true, { serial: 1, format: 14 }], [], [null, 6368000123456780]]
  await writeWorkbook(path, { sheets: [{ name: 'Sheet1', rows }] })
  const workbook = await openWorkbook(path)
  const sheet = workbook.readSheet(0, { keepNumbers: true })
  for await (const _ of sheet.bytes);
  const found = []
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 60; column++) if (sheet.isNumber(row, column)) found.push([row, column])
  expect(found).toEqual([
    [1, 1],
    [3, 1],
  ])
  await workbook.close()
})

test('lists worksheets with their rows, hidden ones marked', async () => {
  const path = join(folder, 'sheets.xlsx')
  const sheets = [
    { name: 'Cards & more', rows: [['a', 'b'], ['c']] },
    { name: 'Hidden', rows: [['x']], state: 'veryHidden' },
  ]
  await writeWorkbook(path, { sheets })
  const workbook = await openWorkbook(path)
  expect(workbook.sheets).toEqual([
    { name: 'Cards & more', rows: 2, isHidden: false },
    { name: 'Hidden', rows: 1, isHidden: true },
  ])
  await workbook.close()
  expect(await readCsv(path, 1)).toBe('x\n')
})

test('the reader of CSV files gets the same cells, also where a header looks like several', async () => {
  const rows = [
    ['sep=;', 'a;b;c;d', 'x\ty\tz'],
    ['1', '', '"'],
  ]
  const reader = new CsvReader()
  reader.feed(Buffer.from(await csvOfRows(rows)))
  reader.finish()
  const read = []
  while (reader.next()) read.push(Array.from({ length: reader.cells }, (_, cell) => reader.text(cell)))
  expect(read).toEqual(rows)
})
