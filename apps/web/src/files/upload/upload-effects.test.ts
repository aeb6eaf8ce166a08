import { expect, test } from 'vitest'
import { preCheckError } from './upload-effects.ts'

const text = new TextEncoder().encode('card_num')

test('a CSV file is accepted', () => {
  expect(preCheckError('cards.CSV', 100, text)).toBeUndefined()
})

test.each([
  ['a spreadsheet under another name', 'cards.csv', 9, [0x50, 0x4b, 3, 4], /spreadsheet.*CSV UTF-8/],
  ['an old spreadsheet', 'cards.xls', 9, [0xd0, 0xcf, 0x11, 0xe0], /spreadsheet/],
  ['another kind of file', 'cards.txt', 9, [...text], /end in \.csv/],
  ['an empty file', 'cards.csv', 0, [], /empty/],
  ['a file too large', 'cards.csv', 100 * 1024 * 1024 + 1, [...text], /larger than 100 MB/],
  ['UTF-16', 'cards.csv', 9, [0xff, 0xfe, 0x63, 0], /CSV UTF-8/],
])('%s is rejected with what to do', (_, name, size, head, message) => {
  expect(preCheckError(name, size, new Uint8Array(head))).toMatch(message)
})
