import { Buffer } from 'node:buffer'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Duplicates, mix } from '../check/duplicates.ts'
import { LineWriter } from '../result/line-writer.ts'
import { BAD_DATE, checkDigit, dayOf, readCard } from './cells.ts'
import { csvCell, isFormulaStart, maskedValue } from './csv-cell.ts'

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''))

/** Usual implementation of ISO/IEC 7812, from the right. */
function luhnOk(card: string): boolean {
  const sum = [...card].reverse().reduce((total, char, i) => {
    const value = Number(char) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

describe('card cells', () => {
  test('validity and number agree with big integers', () => {
    const cards = fc.oneof(
      digits(16),
      digits(15).map((front) => `${front}${checkDigit(front)}`),
      fc.constantFrom('9999999999999995', '0000000000000000'),
    )
    fc.assert(
      fc.property(cards, (text) => {
        const card = readCard(Buffer.from(`,${text},`), 1, 17)
        if (typeof card === 'string') {
          expect(card).toBe(text.endsWith('0') ? 'E012' : 'E003')
          expect(luhnOk(text)).toBe(false)
          return
        }
        expect(luhnOk(text)).toBe(true)
        expect((BigInt(card.high) << 32n) + BigInt(card.low)).toBe(BigInt(text))
        expect(card.first15).toBe(Number(text.slice(0, 15)))
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })
})

describe('date cells', () => {
  const day = (text: string) => dayOf(Buffer.from(text), 0, text.length)

  test('counts calendar days', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        const text = date.toISOString().slice(0, 10)
        expect(day(text)).toBe((Date.parse(text) - Date.UTC(2000, 0, 1)) / 86_400_000)
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  test('rejects anything else', () => {
    const near = fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ maxLength: 12 })), (text) => {
        const real = new Date(`${text}T00:00:00Z`)
        const isReal =
          /^\d{4}-\d\d-\d\d$/.test(text) &&
          !text.startsWith('0000') &&
          !Number.isNaN(real.getTime()) &&
          real.toISOString().startsWith(text)
        expect(day(text) !== BAD_DATE).toBe(isReal)
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })
})

describe('duplicates', () => {
  test('equal those of a map', () => {
    const key = fc.tuple(
      fc.oneof(
        fc.nat(20),
        fc.maxSafeNat().map((n) => n % 1e15),
      ),
      fc.nat(3),
    )
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
        const ours = new Duplicates()
        const theirs = new Map<string, number>()
        for (const [i, [card, dates]] of keys.entries()) {
          const first = theirs.get(`${card} ${dates}`)
          expect(ours.firstRow(card, dates, i + 1, i + 2)).toEqual(first && { row: first, line: first + 1 })
          if (first === undefined) theirs.set(`${card} ${dates}`, i + 1)
        }
      }),
    )
  })

  test('stay exact after many growths', () => {
    const ours = new Duplicates()
    for (let row = 1; row <= 200_000; row++)
      expect(ours.firstRow(999_000_000_000_000 + row, 7, row, row)).toBe(undefined)
    for (let row = 1; row <= 200_000; row += 7) {
      expect(ours.firstRow(999_000_000_000_000 + row, 7, 300_000, 1)).toEqual({ row, line: row })
    }
  })
})

test.each([
  ['9990000000000011', '•••• 0011'],
  ['9990 0000-0000 0011', '•••• 0011'],
  ['ref 4111111111111 x', 'ref •••• 1111 x'],
  ['123456789012', '123456789012'],
  ['2026-01-01', '2026-01-01'],
  ['بطاقة ٩٩٩٠٠٠٠٠٠٠٠٠٠٠١٢ é😀', 'بطاقة •••• 0012 é😀'],
  ['١٢٣ é', '١٢٣ é'],
])('shows %s as %s', (value, shown) => {
  expect(maskedValue(value)).toBe(shown)
})

describe('masked values', () => {
  test.each([
    '9990000000000012',
    '9990 0000 0000 0012',
    '9990\u00a00000\u00a00000\u00a00012',
    '9990.0000.0000.0012',
    '9990/0000/0000/0012',
    '9990\u20110000\u20110000\u20110012',
    '9990  0000  0000  0012',
    '٩٩٩٠٠٠٠٠٠٠٠٠٠٠١٢',
    '९९९०-००००-००००-००१२',
    '９９９０　００００　００００　００１２',
    '𝟗𝟗𝟗𝟎0000𝟎𝟎𝟎𝟎𝟎𝟎𝟏𝟐',
    '⑨⑨⑨⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪①②',
  ])('show the last four digits of %j', (value) => {
    expect(maskedValue(value)).toBe('•••• 0012')
  })
})

test('letters of other alphabets are not digits', () => {
  const cell = Buffer.from('ййй0000000000011')
  expect(readCard(cell, 0, cell.length)).toBe('E002')
})

test('no file can be crafted to make all rows collide', () => {
  const odd = fc.integer({ min: 0, max: 0x7fffffff }).map((number) => number * 2 + 1)
  fc.assert(
    fc.property(odd, odd, odd, odd, odd, odd, (...numbers) => {
      const [known1, known2, known3, first, second, third] = numbers
      fc.pre([first, second, third].every((number) => ![known1, known2, known3].includes(number)))
      // In the worst case keys collide for a known seed.
      const inverse = inverseOf(known1)
      const worst = Array.from({ length: 2_000 }, (_, high) => {
        const low = Math.imul(Math.imul(high, known2) ^ Math.imul(1, known3), inverse)
        return high * 0x100000000 + (low >>> 0)
      })
      expect(new Set(worst.map((key) => mix(key, 1, known1, known2, known3))).size).toBe(1)
      expect(new Set(worst.map((key) => mix(key, 1, first, second, third))).size).toBeGreaterThan(1_000)
    }),
    { numRuns: propertyRuns(30) },
  )
})

/** Inverse of an odd number modulo 2^32. */
function inverseOf(number: number): number {
  let inverse = number
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(number, inverse))
  return inverse
}

describe('exported cells', () => {
  const starts = [...'=+-@＝＋－＠\t\n\r']
  const texts = fc
    .tuple(fc.constantFrom('', "'", 'a', '１', ...starts), fc.stringMatching(/^[ab=;,"'\n＝]{0,6}$/u))
    .map(([start, rest]) => start + rest)

  test('never start a formula, never split at a delimiter, and are read back unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const exported = csvCell(text)
        for (const delimiter of [',', ';', '\t']) {
          const [[value = ''] = []] = parse(exported, { delimiter }) as string[][]
          expect(value.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
          if (starts.includes([...text][0] ?? '')) expect(value.startsWith("'")).toBe(true)
          for (const split of [/,/, /;/, /[\r\n]/, /[,;\r\n]/])
            for (const part of value.split(split)) expect(part).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
          // Exporting a neutral value again does not change it.
          expect(csvCell(value)).toBe(exported)
        }
      }),
      { numRuns: propertyRuns(1_000) },
    )
  })

  test('are neutral in results and reports', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => text !== ''),
        (text) => {
          expect(isFormulaStart(Buffer.from(text), 0)).toBe(starts.includes([...text][0] ?? ''))
        },
      ),
    )
  })

  test('have semicolons quoted in results', () => {
    const writer = new LineWriter()
    writer.source = Buffer.from('a;b\tab\n')
    writer.target = Buffer.alloc(20)
    writer.text()
    writer.byte(0x2c)
    writer.text()
    expect(Buffer.from(writer.target.subarray(0, writer.to)).toString()).toBe('"a;b",ab')
  })
})
