import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openWorkbook } from './read-workbook.ts'
import { readCsv } from './testing/read-csv.ts'

const fixture = (name: string) => fileURLToPath(new URL(`testing/fixtures/${name}.xlsx`, import.meta.url))

test('a list that LibreOffice saved with the card as text', async () => {
  expect(await readCsv(fixture('libreoffice'))).toBe(
    'Card No.,Opened,Points,Name\n' +
      '0006360001234567,2026-11-24,12.5,"Reyes, Maria"\n' +
      '6368000123456789,2026-01-31,-3,"O""Neil"\n',
  )
})

test('a list whose cards LibreOffice turned into numbers', async () => {
  expect(await readCsv(fixture('libreoffice-numbers'))).toBe(
    'Card No.,Seen,Rate,Two lines\n' +
      '6.36800012345679E+15,2026-11-24 18:30:05,5%,a b\n' +
      '6360001234567,24/12/2026,0.3,TRUE\n',
  )
})

test('a workbook of openpyxl with dates, times, formulas, a hidden sheet and a chart sheet', async () => {
  const workbook = await openWorkbook(fixture('openpyxl'))
  expect(workbook.sheets).toEqual([
    { name: 'Cards', rows: 3, isHidden: false },
    { name: 'Old', rows: 3, isHidden: true },
  ])
  await workbook.close()
  expect(await readCsv(fixture('openpyxl'))).toBe(
    'Card No.,Opened,Seen,At,Points,Active,Formula,Name\n' +
      '0006360001234567,2026-11-24,2026-11-24 18:30:05,08:15,12.5,true,, Núñez II \n' +
      '6.36800012345679E+15,1900-01-01,2026-01-01,,0.0000001,false,,a & <b>\n',
  )
  expect(await readCsv(fixture('openpyxl'), 1)).toBe('\n\n,,1\n')
})

test('a workbook that openpyxl streamed', async () => {
  expect(await readCsv(fixture('openpyxl-stream'))).toBe('a,1\n\n,b\n')
})
