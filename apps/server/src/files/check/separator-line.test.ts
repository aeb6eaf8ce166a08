import { expect, test } from 'vitest'
import { CsvReader } from '../csv/csv-reader.ts'
import { readHeader } from './header.ts'

/** Records as line and cells, fed in pieces. */
function read(text: string, piece = text.length) {
  const reader = new CsvReader()
  const bytes = Buffer.from(text)
  const records: [number, string[]][] = []
  const take = () => {
    while (reader.next()) {
      records.push([reader.line, Array.from({ length: reader.cells }, (_, cell) => reader.text(cell))])
    }
  }
  for (let at = 0; at < bytes.length; at += piece) {
    reader.feed(bytes.subarray(at, at + piece))
    take()
  }
  reader.finish()
  take()
  return records
}

test.each([
  ['sep=;\ncard_number;date_from\n1,5;2\n', ';'],
  ['sep=,\r\ncard_number,date_from\r\n1;5,2\r\n', ','],
  ['\ufeffSEP=\t\ncard_number\tdate_from\n1,5\t2\n', '\t'],
  ['"sep=;";;\ncard_number;date_from\n1,5;2', ';'],
])('the first line %j sets the delimiter and counts as a line', (text) => {
  for (const piece of [1, 7, text.length]) {
    const records = read(text, piece)
    expect(records[0]).toEqual([2, ['card_number', 'date_from']])
    expect(records[1]).toEqual([3, [expect.stringMatching(/^1[,;]5$/), '2']])
    expect(records).toHaveLength(2)
  }
})

test('a line that only starts like a separator line is a header', () => {
  expect(read('sep=;card_number\n1;2\n')[0]).toEqual([1, ['sep=', 'card_number']])
})

test('a file with only a separator line is empty', () => {
  expect(read('sep=;')).toEqual([])
})

test('ignores empty columns at the end beyond the limit', () => {
  const reader = new CsvReader()
  reader.feed(Buffer.from(`card_number${','.repeat(80)}\n9990000000000011${','.repeat(80)}\n`))
  reader.finish()
  reader.next()
  expect(readHeader(reader, 50).names).toEqual(['card_number'])
})
