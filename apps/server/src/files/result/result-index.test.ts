import { Buffer } from 'node:buffer'
import { RESULT_OUTCOMES, type ResultOutcome } from '@backoffice/contract/file-kinds'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, readResultLine } from './result-cells.ts'
import { ResultIndex, rowsWithLastFour } from './result-index.ts'
import { ResultLines, resultHeader } from './result-lines.ts'

const HEADER_BYTES = Buffer.byteLength(resultHeader)

/** Text as it is staged, on one line. Long cells force several blocks of lines. */
const text = fc.oneof(
  fc.constantFrom('', 'x', 'a;b', '",NOT_FOUND,,,"', '""', "'=1", 'ñ語🎫', 'y'.repeat(1_900)),
  fc.string({ unit: fc.constantFrom(...'a",;\\ñ🎫 .1'), maxLength: 12 }),
)
const card = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('0011', '9999', '1234', '0000').map((end) => `999000111222${end}`),
  },
  fc.constantFrom('9990 0011-1222 0011', '9990001112220011 -', '118', '9.99E+15', '12345"0011', '', 'x0011x'),
)
const row = fc.record({
  card: fc.option(card, { freq: 10 }),
  reference: fc.option(text, { freq: 3 }),
  outcome: fc.constantFrom<ResultOutcome>(...RESULT_OUTCOMES),
  tier: fc.constantFrom('GOLD', 'A\nB', 'a"b'),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

const LETTERS = { FOUND: 'V', NOT_FOUND: 'V', INVALID: 'I', DUPLICATE: 'D' } as const
const NULL = '\\N'

/** A row in COPY's text format, as `resultQuery` returns it. */
function copied(number: number, { card, reference, outcome, tier }: Row): Buffer {
  const isFound = outcome === 'FOUND'
  const reason = outcome === 'INVALID' ? 'E002 card_number' : outcome === 'DUPLICATE' ? 'same as row 1' : null
  const found = ['ACTIVE', tier, '250', '2026-11-20 08:00:00+08', '900', '-150', '0', '2', NULL]
  const cells = [
    String(number),
    card,
    reference,
    LETTERS[outcome],
    isFound ? '3' : NULL,
    reason,
    ...(isFound ? found : found.map(() => NULL)),
  ]
  return Buffer.from(`${cells.map((cell) => (cell === null ? NULL : escaped(cell))).join('\t')}\n`)
}

const escaped = (cell: string) =>
  cell === NULL ? cell : cell.replace(/[\\\n]/g, (each) => (each === '\n' ? '\\n' : `\\${each}`))

/** The result of the rows in chunks of `size`, with the index of each chunk. */
async function written(rows: readonly Row[], size: number) {
  const chunks = []
  for (let from = 0; from < rows.length; from += size) {
    const range = { fromRow: from + 1, toRow: Math.min(rows.length, from + size) }
    const lines = new ResultLines(range, { asOf: undefined, byDay: new Map() })
    const part = rows.slice(from, from + size).map((each, index) => copied(from + index + 1, each))
    // The database sends them in card order.
    for (const bytes of part.reverse()) lines.take(bytes, 0, bytes.length)
    const blocks: Buffer[] = []
    for await (const block of lines.inOrder()) blocks.push(Buffer.from(block))
    chunks.push({ ...range, content: Buffer.concat(blocks), ...lines.index() })
  }
  const bytes = Buffer.concat([Buffer.from(resultHeader), ...chunks.map(({ content }) => content)])
  const stored = chunks.map(({ fromRow, toRow, content, blocks, lastFours }) => ({
    ...{ fromRow, toRow, bytes: content.length, lastFours },
    // At an odd offset, as in the driver's memory.
    blocks: Buffer.concat([Buffer.alloc(1), blocks]).subarray(1),
  }))
  return { bytes, stored }
}

const cell = (value: string) => `"${value.replaceAll('"', '""')}"`

/** Every row of the whole file, read without the index. */
function naive(bytes: Buffer) {
  const text = bytes.subarray(HEADER_BYTES).toString()
  return Array.from(linesOf(text), (line) => readResultLine(line, true).shown)
}

test('finds and reads the same rows as a naive reading of the whole file', async () => {
  const property = fc.asyncProperty(
    fc.array(row, { minLength: 1, maxLength: 200 }),
    fc.integer({ min: 1, max: 120 }),
    fc.integer({ min: 0, max: 210 }),
    fc.integer({ min: 1, max: 40 }),
    async (rows, size, skip, limit) => {
      const { bytes, stored } = await written(rows, size)
      const all = naive(bytes)
      expect(all.map(({ row_number, outcome }) => [row_number, outcome])).toEqual(
        rows.map(({ outcome }, at) => [at + 1, outcome]),
      )
      const index = new ResultIndex(stored, HEADER_BYTES)
      expect(index.rows).toBe(rows.length)
      expect(all.map(({ row_number }) => index.outcomeOf(row_number))).toEqual(
        all.map(({ outcome }) => outcome),
      )
      for (const outcome of RESULT_OUTCOMES) {
        const expected = all.filter((each) => each.outcome === outcome).slice(skip, skip + limit)
        const found = index.find(outcome, skip, limit)
        expect(found).toEqual(expected.map(({ row_number }) => row_number))
        const read = index.spansOf(found).flatMap(({ fromRow, start, end }) =>
          Array.from(linesOf(bytes.subarray(start, end + 1).toString()), (line, at) => {
            const { shown } = readResultLine(line, true)
            expect(shown.row_number).toBe(fromRow + at)
            return shown
          }),
        )
        expect(read.filter(({ row_number }) => found.includes(row_number))).toEqual(expected)
      }
      for (const digits of ['0011', '0000', '9999'])
        expect(rowsWithLastFour(stored, Number(digits))).toEqual(
          rows.flatMap(({ card }, at) =>
            new RegExp(`${[...digits].join('[ "-]*')}[ "-]*$`).test(card ?? '') ? [at + 1] : [],
          ),
        )
    },
  )
  await fc.assert(property, { numRuns: propertyRuns(100) })
})

test('a million rows take at most 2.5 MB of index', async () => {
  const { stored } = await written(
    Array.from({ length: 6_400 }, (_, index) => ({
      ...{ card: `999000111222${String(index % 10_000).padStart(4, '0')}`, reference: null, tier: 'GOLD' },
      outcome: 'FOUND' as const,
    })),
    1_000,
  )
  const bytes = stored.reduce((sum, { blocks, lastFours }) => sum + blocks.length + lastFours.length, 0)
  expect(bytes / 6_400).toBeLessThan(2.5)
})

test('reads a line with every kind of cell, with card numbers masked', () => {
  const line = `7,9990000000000011,${cell('a "9990000000000029", x')},FOUND,,ACTIVE,GOLD,-0.05,2026-11-20T08:00:00+08:00,3,1234.50,0.00,10.00,2,25`
  expect(readResultLine(line, true)).toEqual({
    shown: {
      ...{
        row_number: 7,
        card: '•••• 0011',
        reference_no: 'a "••••0029", x',
        outcome: 'FOUND',
        reason: null,
      },
      ...{ card_status: 'ACTIVE', tier: 'GOLD', points_balance: -5 },
      ...{ last_transaction_at: '2026-11-20T08:00:00+08:00', transactions: 3, amount: 123_450 },
      ...{ points_earned: 0, points_redeemed: 1_000, pending: 2, oldest_pending_working_days: 25 },
    },
    cardNumber: '9990000000000011',
  })
  const invalid = readResultLine('8,"9990000000000012,1",,INVALID,E002 card_number,,,,,,,,,,', true)
  expect(invalid).toMatchObject({ shown: { card: '•••• 0121', pending: null }, cardNumber: undefined })
  expect(() => readResultLine('9,1,2,OTHER,,,,,,,,,,,', true)).toThrow('row 9 is not a line')
})
