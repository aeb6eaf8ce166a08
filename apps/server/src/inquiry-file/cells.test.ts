import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CARD_CHECK_DIGIT, CARD_DAMAGED, CARD_OK, CardCell, checkDigit } from './card-cell.ts'
import { BAD_DATE, dayOf } from './date-cell.ts'
import { Duplicates } from './duplicates.ts'
import { maskedValue } from './report-text.ts'

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''))

/** ISO/IEC 7812, from the right, as it is usually written. */
function luhnOk(card: string): boolean {
  const sum = [...card].reverse().reduce((total, char, i) => {
    const value = Number(char) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

describe('card cells', () => {
  test('verdict and number agree with big integers', () => {
    const cards = fc.oneof(
      digits(16),
      digits(15).map((front) => `${front}${checkDigit(front)}`),
      fc.constantFrom('9999999999999995', '0000000000000000'),
    )
    fc.assert(
      fc.property(cards, (text) => {
        const card = new CardCell()
        const verdict = card.read(Buffer.from(`,${text},`), 1, 17)
        if (!luhnOk(text)) {
          expect(verdict).toBe(text.endsWith('0') ? CARD_DAMAGED : CARD_CHECK_DIGIT)
          return
        }
        expect(verdict).toBe(CARD_OK)
        expect((BigInt(card.high) << 32n) + BigInt(card.low)).toBe(BigInt(text))
        expect(card.first15).toBe(Number(text.slice(0, 15)))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('date cells', () => {
  const day = (text: string) => dayOf(Buffer.from(text), 0, text.length)

  test('counts days as the calendar does', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        const text = date.toISOString().slice(0, 10)
        expect(day(text)).toBe((Date.parse(text) - Date.UTC(2000, 0, 1)) / 86_400_000)
      }),
      { numRuns: 2_000 },
    )
  })

  test('takes nothing else', () => {
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
      { numRuns: 5_000 },
    )
  })
})

describe('duplicates', () => {
  test('are those of a map', () => {
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
          const first = theirs.get(`${card} ${dates}`) ?? 0
          expect(ours.firstRow(card, dates, i + 1)).toBe(first)
          if (first === 0) theirs.set(`${card} ${dates}`, i + 1)
        }
      }),
    )
  })

  test('stay exact through many growths', () => {
    const ours = new Duplicates()
    for (let row = 1; row <= 200_000; row++) expect(ours.firstRow(999_000_000_000_000 + row, 7, row)).toBe(0)
    for (let row = 1; row <= 200_000; row += 7) {
      expect(ours.firstRow(999_000_000_000_000 + row, 7, 300_000)).toBe(row)
    }
  })
})

test.each([
  ['9990000000000011', '•••• 0011'],
  ['9990 0000-0000 0011', '•••• 0011'],
  ['ref 4111111111111 x', 'ref •••• 1111 x'],
  ['123456789012', '123456789012'],
  ['2026-01-01', '2026-01-01'],
])('%s is shown as %s', (value, shown) => {
  expect(maskedValue(value)).toBe(shown)
})
