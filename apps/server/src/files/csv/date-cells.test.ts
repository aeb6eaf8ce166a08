import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DateCell, ORDERS } from './date-cells.ts'

const cell = new DateCell()

/** Dates of a cell by order. */
function datesOf(text: string): Record<string, number> {
  const bytes = Buffer.from(`,${text},`)
  const mask = cell.read(bytes, 1, bytes.length - 1)
  return Object.fromEntries(
    ORDERS.flatMap((order, index) => (mask & (1 << index) ? [[order, cell.days[index] ?? 0]] : [])),
  )
}

const all = (day: number) => ({ YMD: day, DMY: day, MDY: day })

test.each<[string, Record<string, number>]>([
  ['31/12/2026', { DMY: 20261231 }],
  ['12/31/2026', { MDY: 20261231 }],
  ['1.2.2026', { DMY: 20260201, MDY: 20260102 }],
  ['01-02-03', { YMD: 20010203, DMY: 20030201, MDY: 20030102 }],
  ['31/12/69', { DMY: 20691231 }],
  ['31/12/70', { DMY: 19701231 }],
  ['2026-12-31', all(20261231)],
  ['2026/2/1', all(20260201)],
  ["'2026-12-31 ", all(20261231)],
  ['31-Dec-26', all(20261231)],
  ['31Dec2026', all(20261231)],
  ['Dec 31, 2026', all(20261231)],
  ['1 September 2026', all(20260901)],
  ['Sept. 1, 2026', all(20260901)],
  ['2026 dec 31', all(20261231)],
  ['29/02/2024', { DMY: 20240229 }],
  ['29/02/2026', {}],
  ['31-12/2026', {}],
  ['31,12,2026', {}],
  ['31/12/2026 10:00', { DMY: 20261231 }],
  ['31/12/2026 00:00', { DMY: 20261231 }],
  ['12/31/2026 12:00:00 AM', { MDY: 20261231 }],
  ['12/31/2026, 1:05:09PM', { MDY: 20261231 }],
  ['1/2/2026 00:00', { DMY: 20260201, MDY: 20260102 }],
  ['2026-12-31T00:00:00', all(20261231)],
  ['2026-12-31T00:00:00.000Z', all(20261231)],
  ['2026-12-31 00:00:00+08:00', all(20261231)],
  ['2026-12-31 23:59:59.123456', all(20261231)],
  ['31 Dec 2026 00:00', all(20261231)],
  ['20261231 00:00:00', all(20261231)],
  ['2026-12-31T16:00:00Z', {}],
  ['31/12/2026 24:00', {}],
  ['31/12/2026 10:60', {}],
  ['31/12/2026 13:00 PM', {}],
  ['31/12/2026 00:00 x', {}],
  ['31/12/2026:10:00', {}],
  ['31/12/202610:00', {}],
  ['10:00', {}],
  ['31/12 10:00', {}],
  ['31/12', {}],
  ['31/12/', {}],
  ['/12/2026', {}],
  ['31/12/026', {}],
  ['2026/12/2026', {}],
  ['31 Decem 2026', {}],
  ['Dec Dec 2026', {}],
  ['9990000000000011', {}],
  ['12.50', {}],
  ['20261231', all(20261231)],
  ['20261301', {}],
  ['31122026', {}],
  ['21001231', {}],
  ['', {}],
])('%s', (text, dates) => {
  expect(datesOf(text)).toEqual(dates)
})

const PATTERNS: Record<string, RegExp> = {
  YMD: /^(?<y>\d{4}|\d\d)(?<s>[/.-])(?<m>\d\d?)\k<s>(?<d>\d\d?)$/,
  DMY: /^(?:(?<d>\d\d?)(?<s>[/.-])(?<m>\d\d?)\k<s>(?<y>\d{4}|\d\d)|(?<y>\d{4})(?<s>[/.-])(?<m>\d\d?)\k<s>(?<d>\d\d?))$/,
  MDY: /^(?:(?<m>\d\d?)(?<s>[/.-])(?<d>\d\d?)\k<s>(?<y>\d{4}|\d\d)|(?<y>\d{4})(?<s>[/.-])(?<m>\d\d?)\k<s>(?<d>\d\d?))$/,
}

/** Reads one order with a pattern and `Date`. */
function naive(text: string, order: string): number | undefined {
  const { y = '', m, d } = PATTERNS[order]?.exec(text)?.groups ?? {}
  if (!m || !d) return undefined
  const year = y.length === 4 ? Number(y) : Number(y) + (Number(y) < 70 ? 2000 : 1900)
  const date = new Date(Date.UTC(2000, Number(m) - 1, Number(d)))
  date.setUTCFullYear(year, Number(m) - 1, Number(d))
  const isReal = date.getUTCMonth() + 1 === Number(m) && date.getUTCDate() === Number(d) && year > 0
  return isReal ? year * 10_000 + Number(m) * 100 + Number(d) : undefined
}

test('each order agrees with a naive reading of the cell', () => {
  const part = fc.oneof(
    fc.integer({ min: 0, max: 40 }).map(String),
    fc.integer({ min: 0, max: 40 }).map((value) => String(value).padStart(2, '0')),
    fc.integer({ min: 0, max: 9999 }).map((value) => String(value).padStart(4, '0')),
  )
  const separator = fc.constantFrom('/', '-', '.')
  fc.assert(
    fc.property(part, part, part, separator, separator, (a, b, c, one, other) => {
      const text = `${a}${one}${b}${other}${c}`
      const expected = ORDERS.flatMap((order) => {
        const day = naive(text, order)
        return day === undefined ? [] : [[order, day]]
      })
      expect([text, datesOf(text)]).toEqual([text, Object.fromEntries(expected)])
    }),
    { numRuns: propertyRuns(3_000) },
  )
})
