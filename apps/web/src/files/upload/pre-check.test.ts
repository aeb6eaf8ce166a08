import { expect, test } from 'vitest'
import { preCheckError } from './pre-check.ts'

const CARDS = 'card_number,date_from\r\n9990000000000011,2026-11-01\r\n'
const TENDERS = 'source_system,tender_id,company_code,tender_name\r\nPOS,0012,*,QR wallet\r\n'

function fileOf(name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) {
  return new File(parts, name)
}

test('a CSV file is accepted', async () => {
  expect(await preCheckError(fileOf('cards.CSV', CARDS), 'SMAC_INQUIRY')).toBeUndefined()
})

const bytes = (...values: number[]) => new Uint8Array(values)

test.each([
  ['a spreadsheet under another name', fileOf('a.csv', bytes(0x50, 0x4b, 3, 4)), /spreadsheet.*CSV UTF-8/],
  ['an old spreadsheet', fileOf('a.xls', bytes(0xd0, 0xcf, 0x11, 0xe0)), /spreadsheet/],
  ['another kind of file', fileOf('a.txt', CARDS), /end in \.csv/],
  ['an empty file', fileOf('a.csv'), /empty/],
  ['UTF-16', fileOf('a.csv', bytes(0xff, 0xfe, 0x63, 0)), /CSV UTF-8/],
])('%s is rejected with a solution', async (_, file, message) => {
  expect(await preCheckError(file, 'SMAC_INQUIRY')).toMatch(message)
  expect(await preCheckError(file, 'TENDERS')).toMatch(message)
})

test.each([
  ['SMAC_INQUIRY', 100],
  ['TENDERS', 10],
])('a file of %s has at most %d MB', async (category, most) => {
  const row = new Uint8Array(1024 * 1024).fill(0x61)
  const head = category === 'TENDERS' ? TENDERS : CARDS
  const file = fileOf('large.csv', head, ...Array<Uint8Array<ArrayBuffer>>(most).fill(row))
  expect(await preCheckError(file, category)).toMatch(`larger than ${most} MB`)
})

test.each([
  ['in the order of the template', TENDERS],
  [
    'in any order and case, with others',
    'Tender_Name, COMPANY_CODE ,extra,Tender_ID,source_system\na,*,b,1,POS\n',
  ],
  ['with semicolons', TENDERS.replaceAll(',', ';')],
  ['with tabs', TENDERS.replaceAll(',', '\t')],
  ['quoted, behind a byte order mark and a blank line', `\uFEFF\r\n${TENDERS.replace(/\w+/g, '"$&"')}`],
  ['with the errors of an earlier import', TENDERS.replace('tender_name\r', 'tender_name,_errors\r')],
  ['with the key alone', 'source_system,tender_id,company_code\nPOS,0012,*\n'],
])('a file of tenders is accepted: %s', async (_, text) => {
  expect(await preCheckError(fileOf('tenders.csv', text), 'TENDERS')).toBeUndefined()
})

test.each([
  ['a header without rows', 'source_system,tender_id,company_code\r\n\r\n', /no rows below it/],
  ['blank lines', '\r\n\r\n', /no header/],
  [
    'without a part of the key',
    'source_system,tender_name\nPOS,QR\n',
    /^The columns tender_id, company_code are missing/,
  ],
  ['without one part of the key', 'source_system,tender_id\nPOS,1\n', /^The column company_code is missing/],
  ['cards', CARDS, /^This is a file of SMAC Inquiry, not of Tenders: upload it there\.$/],
])('%s is not imported as tenders', async (_, text, message) => {
  expect(await preCheckError(fileOf('other.csv', text), 'TENDERS')).toMatch(message)
})
