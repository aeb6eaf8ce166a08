import { Buffer } from 'node:buffer'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDryRunDatabase } from '../../testing/dry-run-database.ts'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import type { ReadyFile } from './validate-inquiry-file.ts'

const CARD = '9990000000000011'
const OTHER = '9990000000000029'

let dryRuns: Awaited<ReturnType<typeof createDryRunDatabase>>
let validate: typeof dryRuns.validate
beforeAll(async () => {
  dryRuns = await createDryRunDatabase()
  validate = dryRuns.validate
})
afterAll(() => dryRuns.close())

const codes = (ready: ReadyFile) =>
  ready.firstErrors.map(
    ({ row_number, line_number, column, code }) => `${row_number} ${line_number} ${code} ${column}`,
  )
const HEADER = 'card_number,reference_no\n'

test.each([
  ['a quote in the middle', `${CARD},12"34`, 'reference_no', '12"34'],
  ['text after the closing quote', `${CARD},"abc"x`, 'reference_no', '"abc"x'],
  ['an unclosed quote', `${CARD},"abc`, 'reference_no', '"abc'],
  ['an unclosed quote, with a delimiter in it', `"${CARD},abc`, 'card_number', 'abc'],
  ['an apostrophe formula', `${CARD},="a"b"`, 'reference_no', `'="a"b"`],
])('%s is E004 for its row only', async (_, line, column, shown) => {
  const { ready, rows, reports } = await validate(`${HEADER}${CARD},a\n${line}\r\n\n${OTHER},"b ""c"""\n`)
  expect(ready).toMatchObject({ outcome: 'ready', total: 3, valid: 2, error: 1 })
  expect(codes(ready)).toEqual([`2 3 E004 ${column}`])
  expect(rows.map(({ outcome, reference_no }) => [outcome, reference_no])).toEqual([
    ['V', 'a'],
    ['I', shown],
    ['V', 'b "c"'],
  ])
  // The rejected file is always valid CSV.
  const again = await validate(reports.rejected ?? '')
  expect(again.result.outcome).toBe('ready')
  expect(again.ready.total).toBe(1)
})

test.each([
  ['in one cell', `${CARD},${'x'.repeat(10_000_000)}`],
  ['at the end of the file', `${CARD},${'é'.repeat(70_000)}`],
  ['of many cells', `${CARD},${'a,'.repeat(70_000)}`],
])(
  'a line that is too long, %s, is E004 for its row, and still an error when uploaded again',
  async (_, line) => {
    const { ready, rows, reports } = await validate(`${HEADER}${line}\n${OTHER},b\n`)
    expect(ready).toMatchObject({ outcome: 'ready', total: 2, valid: 1, error: 1 })
    expect(ready.firstErrors[0]).toMatchObject({
      row_number: 1,
      code: 'E004',
      message: expect.stringContaining('64 KB'),
    })
    expect(rows[1]).toMatchObject({ outcome: 'V', reference_no: 'b' })
    expect(reports.rejected?.length).toBeLessThan(3_000)
    const again = await validate(reports.rejected ?? '')
    expect(again.ready).toMatchObject({ outcome: 'ready', total: 1, error: 1 })
  },
)

test('an unclosed quote swallows no other row', async () => {
  const many = Array.from({ length: 40 }, (_, row) => `${CARD},${row}`).join('\n')
  const { ready } = await validate(`${HEADER}${CARD},"open\n${many}\nx,close"\n${OTHER},z\n`)
  expect(ready).toMatchObject({ total: 43, error: 2, valid: 2, duplicate: 39 })
  const file = `${HEADER}${CARD},"open\n${`${CARD},x\n`.repeat(20_000)}`
  expect((await validate(file)).ready).toMatchObject({ total: 20_001, error: 1, valid: 1 })
})

test('a correctly quoted cell of several lines is one row', async () => {
  const { ready } = await validate(`${HEADER}${CARD},"a\nb\n\nc, d"\n${OTHER},z\n`)
  expect(codes(ready)).toEqual(['1 2 E004 reference_no'])
  expect(ready).toMatchObject({ total: 2, valid: 1 })
})

test.each([
  [`="${CARD}",="A-1"`, ['W002 card_number', 'W002 reference_no']],
  [` ="${CARD}" ,x`, ['W002 card_number']],
  [`"=""${CARD}""",x`, ['W002 card_number']],
  [`="9990-0000-0000-0011",x`, ['W002 card_number']],
  [`="${CARD}"`, ['W002 card_number']],
])('reads the text of %s with a warning', async (line, expected) => {
  for (const end of ['\n', '\r\n', '']) {
    const { ready, rows } = await validate(`${HEADER}${line}${end}`)
    expect(ready.firstErrors.map(({ code, column }) => `${code} ${column}`)).toEqual(expected)
    expect(rows[0]).toMatchObject({ outcome: 'V', card_number: CARD })
    expect(rows[0]?.card_text).not.toContain('=')
    if (line.includes('A-1')) expect(rows[0]?.reference_no).toBe('A-1')
  }
})

test('reads dates written as ="…" with a warning; an invalid one is an error', async () => {
  const header = 'card_number,date_from,date_to\n'
  const { ready } = await validate(`${header}${CARD},="2026-10-01",="2026-10-02"\n="9990000000000012",,\n`)
  expect(codes(ready)).toEqual(['1 2 W002 date_from', '1 2 W002 date_to', '2 3 E003 card_number'])
})

/** Records after a three-column header as text, each with its line, and cells or `bad`. */
function read(text: string, cuts: readonly number[]) {
  const bytes = Buffer.from(text)
  const reader = new CsvReader()
  const records: string[] = []
  const drain = () => {
    while (reader.next()) {
      const cells = Array.from({ length: reader.cells }, (_, cell) => reader.text(cell))
      records.push(`${reader.line} ${reader.problem ? 'bad' : JSON.stringify(cells)}`)
    }
  }
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  for (const [index, from] of [0, ...places].entries()) {
    const piece = bytes.subarray(from, places[index] ?? bytes.length)
    for (let at = 0; at < piece.length; at += MAX_FEED_BYTES) {
      reader.feed(piece.subarray(at, at + MAX_FEED_BYTES))
      drain()
    }
  }
  reader.finish()
  drain()
  return records
}

const goodCell = fc.oneof(
  fc.stringMatching(/^[ab0 ;€'=]{0,6}$/u),
  fc.stringMatching(/^[ab0 ,;€'=]{0,6}$/u).map((text) => `"${text}"`),
  fc.constantFrom('"a ""b"""', '""', '="1"', ' ="1" '),
)
const goodRow = fc.tuple(goodCell, goodCell, goodCell).map((cells) => cells.join(','))
// No row ends with a quote, which would close an open one and form a valid cell of two lines.
const badRow = fc.constantFrom(
  '1,12"34,x',
  '1,"abc"x,y',
  '1,"abc',
  '"abc,1,2',
  '1,""a,2',
  '1,="a"b",2',
  '="a,1,2',
  `1,${'x'.repeat(70_000)},2`,
  `1,"${'é'.repeat(40_000)},2`,
)

test('a malformed row never changes others, for any split of the bytes', () => {
  const rows = fc.array(fc.oneof({ weight: 3, arbitrary: goodRow }, { weight: 1, arbitrary: badRow }), {
    minLength: 1,
    maxLength: 12,
  })
  const cuts = fc.array(fc.nat(200_000), { maxLength: 6 })
  const isBad = (row: string) => read(`a,b,c\n${row}\n`, [])[1]?.endsWith(' bad') ?? false
  fc.assert(
    fc.property(rows, cuts, fc.constantFrom('\n', '\r\n'), (lines, places, end) => {
      const records = read(`a,b,c${end}${lines.join(end)}${end}`, places)
      const expected = lines.map(
        (line, index) => `${index + 2} ${isBad(line) ? 'bad' : read(`a,b,c\n${line}\n`, [])[1]?.slice(2)}`,
      )
      expect(records.slice(1)).toEqual(expected)
    }),
    { numRuns: propertyRuns(400) },
  )
})
