import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvReader } from './csv-reader.ts'
import { csvLine, guardCell, readCell } from './guarded-cell.ts'

const hostile = fc.array(
  fc.constantFrom(
    "'",
    '=',
    '+',
    '-',
    '@',
    '＝',
    '\t',
    '\r',
    '\n',
    '"',
    ',',
    ';',
    ' ',
    'a',
    '0',
    '|',
    '-5',
    'é',
    '😀',
    '=cmd()',
  ),
  { maxLength: 6 },
)
const texts = fc.oneof(
  hostile.map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
)

test('a guarded cell reads back unchanged', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(readCell(guardCell(text))).toBe(text)
    }),
    { numRuns: propertyRuns(20_000) },
  )
})

test('no guarded cell starts like a formula, except a negative number', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(guardCell(text)).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@＝＋－＠\t\r\n]/)
    }),
    { numRuns: propertyRuns(20_000) },
  )
})

/** Other delimiters than ours and line breaks, at which a spreadsheet may split a cell. */
const SPLITS = [/,/, /;/, /\t/, /[\r\n]/, /\|/, /[,;|\t\r\n]/]

test('a spreadsheet that splits at any delimiter finds no formula', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const split of SPLITS)
        for (const part of guardCell(text).split(split))
          expect(part).not.toMatch(/^(?!-\d+(\.\d+)?$)["\s]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: propertyRuns(20_000) },
  )
})

test.each([
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a,"=1+1"', `a,'"=1+1"`],
  ['a\n@SUM(1)', "a\n'@SUM(1)"],
  ['a;-5;b', "a;'-5;b"],
  ['-5', '-5'],
  ['+639171234567', "'+639171234567"],
])('writes %j as %j', (text, guarded) => {
  expect(guardCell(text)).toBe(guarded)
})

test('a text without a formula keeps its apostrophes', () => {
  expect(readCell("'90s wallet")).toBe("'90s wallet")
})

test('keeps a spreadsheet’s ="…" after a space as text', () => {
  const reader = new CsvReader()
  reader.feed(Buffer.from(`a,b\n${csvLine(['x', ' =""'])}`))
  reader.finish()
  reader.next()
  expect(reader.next()).toBe(true)
  expect(readCell(reader.text(1))).toBe(' =""')
})

test('the upload reader reads lines of guarded cells unchanged', () => {
  const lines = fc.array(fc.tuple(texts, texts, texts), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lines, (rows) => {
      // The first cell is never empty, because blank lines are skipped. No stored value has control characters.
      const written = rows.map(([a, ...rest]) =>
        [`x${a}`, ...rest].map((cell) => cell.replace(/\p{Cc}/gu, '')),
      )
      const reader = new CsvReader()
      reader.feed(Buffer.from(`a,b,c\n${written.map((row) => csvLine(row)).join('')}`))
      reader.finish()
      reader.next()
      const read: string[][] = []
      while (reader.next()) read.push([0, 1, 2].map((cell) => readCell(reader.text(cell))))
      expect(read).toEqual(written)
    }),
    { numRuns: propertyRuns(5_000) },
  )
})
