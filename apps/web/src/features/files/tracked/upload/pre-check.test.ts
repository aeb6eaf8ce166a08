import { expect, test } from 'vitest'
import { preCheckError } from './pre-check.ts'

const CARDS = 'card_number,date_from\r\n9990000000000011,2026-11-01\r\n'

function fileOf(name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) {
  return new File(parts, name)
}

const bytes = (...values: number[]) => new Uint8Array(values)
const ZIP = bytes(0x50, 0x4b, 3, 4)
const COMPOUND_FILE = bytes(0xd0, 0xcf, 0x11, 0xe0)

test.each([
  ['a CSV file', fileOf('cards.CSV', CARDS)],
  // The server asks for the columns.
  ['a CSV file of another system', fileOf('cards.csv', 'Card No.;Member\r\n9990000000000011;Ana\r\n')],
  ['a workbook', fileOf('branches november.xlsx', ZIP, 'rest')],
  ['a workbook with macros', fileOf('branches.XLSM', ZIP, 'rest')],
])('%s is accepted', async (_, file) => {
  expect(await preCheckError(file, 'SMAC_INQUIRY')).toBeUndefined()
  expect(await preCheckError(file, 'TENDERS')).toBeUndefined()
})

test.each([
  ['a workbook with the name of a CSV', fileOf('a.csv', ZIP), /name of a CSV.*Excel Workbook/],
  ['a CSV with the name of a workbook', fileOf('a.xlsx', CARDS), /not an Excel file.*Excel Workbook/],
  ['a workbook with a password', fileOf('a.xlsx', COMPOUND_FILE), /Remove the password/],
  ['an old workbook', fileOf('a.xls', COMPOUND_FILE), /old format.*Excel Workbook/],
  ['an old workbook with the name of a CSV', fileOf('a.csv', COMPOUND_FILE), /old format/],
  ['a binary workbook', fileOf('a.xlsb', ZIP), /can’t be read.*Excel Workbook/],
  ['an OpenDocument spreadsheet', fileOf('a.ods', ZIP), /can’t be read/],
  ['a Numbers spreadsheet', fileOf('a.numbers', ZIP), /can’t be read/],
  ['another kind of file', fileOf('a.txt', CARDS), /must end in \.csv, \.xlsx or \.xlsm/],
  ['an empty file', fileOf('a.csv'), /empty/],
  ['an empty workbook', fileOf('a.xlsx'), /empty/],
  ['UTF-16', fileOf('a.csv', bytes(0xff, 0xfe, 0x63, 0)), /CSV UTF-8/],
])('%s is rejected with a solution', async (_, file, message) => {
  expect(await preCheckError(file, 'SMAC_INQUIRY')).toMatch(message)
  expect(await preCheckError(file, 'TENDERS')).toMatch(message)
})

test.each([
  ['SMAC_INQUIRY', 100],
  ['CASES', 10],
  ['TENDERS', 10],
])('a file of %s has at most %d MB', async (category, most) => {
  const row = new Uint8Array(1024 * 1024).fill(0x61)
  const file = fileOf('large.csv', CARDS, ...Array<Uint8Array<ArrayBuffer>>(most).fill(row))
  expect((await preCheckError(file, category))?.split('\n')).toEqual([
    'File size limit exceeded',
    `A file can have at most ${most} MB. Split it and upload the parts one after the other.`,
  ])
})
