import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hundredths, shortHundredths, shortNumber, signedHundredths, signedWhole } from './format-amount.ts'

const EXACT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Our format has a true minus, and none before zero. */
const written = (text: string) => text.replace(/^-(?=0(\.0+)?$)/, '').replace('-', '−')
const plus = (value: number) => (value > 0 ? '+' : '')

/** Whole numbers of every size, and around the steps of units. */
const amount = fc.oneof(
  fc.integer({ min: -999_999, max: 999_999 }),
  fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }),
  fc
    .tuple(fc.constantFrom(1e3, 1e5, 1e6, 1e8, 1e9, 1e11, 1e12), fc.integer({ min: -60_000, max: 60_000 }))
    .map(([step, more]) => step + more),
)

test('formats amounts like Intl.NumberFormat', () => {
  fc.assert(
    fc.property(amount, (value) => {
      expect(hundredths(value)).toBe(written(EXACT.format(value / 100)))
      expect(signedHundredths(value)).toBe(plus(value) + written(EXACT.format(value / 100)))
      expect(shortNumber(value)).toBe(written(SHORT.format(value)))
      expect(shortHundredths(value)).toBe(written(SHORT.format(value / 100)))
      expect(signedWhole(value)).toBe(plus(value) + written(WHOLE.format(Math.round(value / 100))))
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each([
  [0, '0.00', '0', '0'],
  [-40, '−0.40', '−40', '−0.4'],
  [999_949, '9,999.49', '999.9K', '10K'],
  [999_950, '9,999.50', '1M', '10K'],
  [-2_170_000_000, '−21,700,000.00', '−2.2B', '−21.7M'],
])('formats %i', (value, exact, short, shortOfHundredths) => {
  expect([hundredths(value), shortNumber(value), shortHundredths(value)]).toEqual([
    exact,
    short,
    shortOfHundredths,
  ])
})
