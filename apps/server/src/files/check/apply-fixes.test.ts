import { Buffer } from 'node:buffer'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'
import type { CellFix } from '../tracked/row-to-fix.ts'
import { applyFixes } from './apply-fixes.ts'

type Fix = Omit<CellFix, 'was'>

/** Corrects cells, whatever their text. */
async function correct(pieces: readonly Uint8Array[], corrected: readonly Fix[]): Promise<string> {
  const [header, ...rows] = read(Buffer.concat(pieces).toString())
  const columns = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const fixes = corrected.map((each) => {
    const was = rows[each.row_no - 1]?.cells[columns.indexOf(each.field)] ?? ''
    return { ...each, was }
  })
  return apply(pieces, fixes)
}

async function apply(pieces: readonly Uint8Array[], fixes: readonly CellFix[]): Promise<string> {
  const parts: Uint8Array[] = []
  const source = (async function* () {
    yield* pieces
  })()
  for await (const part of applyFixes(source, fixes)) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

type Row = { cells: string[]; malformed: boolean }

function read(text: string): Row[] {
  const reader = new CsvReader()
  const rows: Row[] = []
  const bytes = Buffer.from(text)
  const drain = () => {
    while (reader.next()) {
      const cells = Array.from({ length: reader.cells }, (_, index) => reader.text(index))
      rows.push({ cells, malformed: reader.problem !== undefined })
    }
  }
  for (let at = 0; at < bytes.length; at += MAX_FEED_BYTES) {
    reader.feed(bytes.subarray(at, at + MAX_FEED_BYTES))
    drain()
  }
  reader.finish()
  drain()
  return rows
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
/** A cell as a writer that quotes what needs it. */
const written = (text: string) => (/[",;\t\r\n]/.test(text) ? quote(text) : text)

const DELIMITERS = fc.constantFrom(',', ';', '\t')
const BREAKS = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\n')
const plain = fc.stringMatching(/^[ab0 €ñ😀'=]{0,5}$/u)
const cell = fc.oneof(
  plain,
  fc.stringMatching(/^[ab ,;\t"\n€]{0,5}$/u).map(quote),
  plain.map((text) => `="${text.replaceAll('=', '')}"`),
)
const FIELDS = ['card_number', 'date_from', 'reference_no']
const line = fc.oneof(
  { weight: 5, arbitrary: fc.record({ cells: fc.array(cell, { minLength: 1, maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.constantFrom({ raw: 'a"b' }, { raw: '"a"b,;x' }, { raw: 'x,"a"b;y' }) },
)
const fix = fc.record({
  row_no: fc.integer({ min: 1, max: 8 }),
  field: fc.constantFrom(...FIELDS, 'unknown'),
  value: fc.oneof(fc.constant('=1+1'), fc.stringMatching(/^[ab0,;\t" €'-]{0,5}$/u)),
})
const file = fc
  .record({
    start: fc.constantFrom('', '\uFEFF', 'sep', '\uFEFFsep', '\n\r\n'),
    names: fc.shuffledSubarray(['Card_Number', ' date_from ', 'REFERENCE_NO', 'note'], { minLength: 1 }),
    delimiter: DELIMITERS,
    lines: fc.array(line, { maxLength: 7 }),
    breaks: fc.array(BREAKS, { minLength: 1, maxLength: 4 }),
    endsWithBreak: fc.boolean(),
    fixes: fc.uniqueArray(fix, { maxLength: 6, selector: ({ row_no, field }) => `${row_no} ${field}` }),
  })
  .map(({ start, names, delimiter, lines, breaks, endsWithBreak, fixes }) => {
    const rows = [
      names.join(delimiter),
      ...lines.map((each) => ('raw' in each ? each.raw : each.cells.join(delimiter))),
    ]
    const text = rows.map((row, index) => row + (breaks[index % breaks.length] ?? '\n')).join('')
    const first = start.replace('sep', `sep=${delimiter}\r\n`)
    return { text: first + (endsWithBreak ? text : text.trimEnd()), names, fixes }
  })

test('reads like the file with these cells, and keeps every other row', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ text, names, fixes }) => {
      const columns = names.map((name) => name.trim().toLowerCase())
      const expected = read(text).map(({ cells, malformed }, row) => {
        if (malformed) return { cells, malformed }
        const changed = [...cells]
        for (const { row_no, field, value } of fixes) {
          const index = columns.indexOf(field)
          if (row_no !== row || index === -1) continue
          while (changed.length <= index) changed.push('')
          changed[index] = value
        }
        return { cells: changed, malformed }
      })
      expect(read(await correct([Buffer.from(text)], fixes))).toEqual(expected)
    }),
    { numRuns: propertyRuns(5_000) },
  )
})

test('bytes of other cells stay, for a split at every byte', async () => {
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, DELIMITERS, BREAKS, fix, async (lines, delimiter, end, { row_no, value }) => {
      const header = ['card_number', 'note'].join(delimiter)
      const fileOf = (each: readonly (readonly string[])[]) =>
        [header, ...each.map((cells) => cells.join(delimiter))].map((row) => row + end).join('')
      const expected = lines.map((cells, index) =>
        index + 1 === row_no ? [written(value), ...cells.slice(1)] : cells,
      )
      const bytes = Buffer.from(fileOf(lines))
      const fixes = [{ row_no, field: 'card_number', value }]
      // A row inside a quoted cell would be the row of an open quote.
      if (read(fileOf(lines)).some(({ malformed }) => malformed)) return
      for (let cut = 0; cut <= bytes.length; cut++)
        expect(await correct([bytes.subarray(0, cut), bytes.subarray(cut)], fixes)).toBe(fileOf(expected))
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
      expect(await correct(single, fixes)).toBe(fileOf(expected))
    }),
    { numRuns: propertyRuns(150) },
  )
})

test('a line with an open quote stays malformed', async () => {
  const text = 'card_number,note\n1,a\n"2,b\n3,c\n4,"d"\n'
  const fixes = [1, 2, 3, 4].map((row_no) => ({ row_no, field: 'note', value: 'x;"' }))
  const expected = 'card_number,note\n1,"x;"""\n"2,b\n3,"x;"""\n4,"x;"""\n'
  expect(await correct([Buffer.from(text)], fixes)).toBe(expected)
  expect(read(expected).map(({ malformed }) => malformed)).toEqual([false, false, true, false, false])
})

test('a cell with another text than the corrected one stays', async () => {
  const fixes = [
    { row_no: 1, field: 'card_number', value: '9', was: '2' },
    { row_no: 2, field: 'card_number', value: '8', was: '2' },
  ]
  expect(await apply([Buffer.from('card_number\n1\n"2"\n')], fixes)).toBe('card_number\n1\n8\n')
})

test('a row whose only cell becomes empty stays a row', async () => {
  const fixes = [{ row_no: 1, field: 'card_number', value: '' }]
  expect(await correct([Buffer.from('card_number\n1\n2\n')], fixes)).toBe('card_number\n""\n2\n')
})

test('a line that is too long passes without being held', async () => {
  const piece = Buffer.alloc(MAX_FEED_BYTES, 'x')
  const long = Array.from({ length: 40 }, () => piece)
  const pieces = [Buffer.from('card_number,note\n'), ...long, Buffer.from('\n1,a\n2,b\n')]
  const fixes = [{ row_no: 2, field: 'card_number', value: '9' }]
  const text = Buffer.concat(pieces).toString()
  expect(await correct(pieces, fixes)).toBe(text.replace('1,a', '9,a'))
})
