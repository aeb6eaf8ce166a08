import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainNumber } from './cell-writer.ts'
import { dateOfIso, dateOfSerial } from './number-cells.ts'
import { isBuiltInDate, isDateFormat } from './workbook-parts.ts'

test.each([
  'yyyy-mm-dd',
  'dd\\/mm\\/yyyy;@',
  '[$-409]d\\-mmm\\-yy;@',
  '[h]:mm',
  '[mm]:ss',
  'mm:ss.0',
  'h:mm AM/PM',
  '"Date: "d',
  '[Red]yyyy',
])('%s shows a date or time', (code) => expect(isDateFormat(code)).toBe(true))

test.each([
  'General',
  '0.00E+00',
  '#,##0.00_);[Red]\\(#,##0.00\\)',
  '0" days"',
  '[$USD] 0',
  '\\d0',
  '_d0*y',
  '[>=100]0;0',
  '[Hair]0',
  '@',
  '"unclosed d',
])('%s shows a number or text', (code) => expect(isDateFormat(code)).toBe(false))

test('built-in formats of dates', () => {
  const dates = Array.from({ length: 60 }, (_, id) => id).filter(isBuiltInDate)
  expect(dates).toEqual(expect.arrayContaining([14, 22, 45, 47]))
  for (const id of [0, 1, 4, 13, 23, 37, 44, 48, 49]) expect(dates).not.toContain(id)
})

test('a number keeps its 15 significant digits and is plain below 16 integer digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainNumber(value)
      expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0)
      const shown = Math.abs(Number(text))
      expect(text.includes('E')).toBe(shown !== 0 && (shown >= 1e15 || shown < 1e-15))
    }),
  )
})

test('a date is the same day as in the calendar', () => {
  const firstDay = Date.UTC(1900, 2, 1)
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), fc.nat({ max: 86_399 }), (day, seconds) => {
      const text = new Date(firstDay + (day - 61) * 86_400_000 + seconds * 1000).toISOString()
      const expected = seconds === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
      expect(dateOfSerial(day + seconds / 86_400, false)).toBe(expected)
      if (day > 1_462)
        expect(dateOfSerial(day - 1_462 + seconds / 86_400, true)).toBe(day === 1_462 ? undefined : expected)
    }),
  )
})

test.each([
  ['2026-11-24', '2026-11-24'],
  ['2026-11-24T00:00:00.000', '2026-11-24'],
  ['2026-11-24T18:30Z', '2026-11-24 18:30:00'],
  ['18:30:00', '18:30'],
  ['T18:30:05', '18:30:05'],
  ['24 Nov', undefined],
  ['', undefined],
])('ISO date %s', (text, expected) => expect(dateOfIso(text)).toBe(expected))
