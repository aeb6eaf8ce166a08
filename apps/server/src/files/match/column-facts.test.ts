import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DateCell, ORDERS } from '../csv/date-cells.ts'
import { ColumnFacts } from './column-facts.ts'

function factsOf(cells: readonly string[]): ColumnFacts {
  const facts = new ColumnFacts()
  for (const cell of cells) {
    const bytes = Buffer.from(cell)
    facts.add(bytes, 0, bytes.length)
  }
  return facts
}

test.each([
  [['31/12/2026', '01/02/2026'], ['DMY']],
  [['12/31/2026', '01/02/2026'], ['MDY']],
  [
    ['01/02/2026', '03/04/2026'],
    ['DMY', 'MDY'],
  ],
  [['01/01/2026', '04/04/2026'], ['DMY']],
  [['2026-12-31', '2026-01-02'], ['YMD']],
  [['2026-12-31', '31/12/2026'], ['DMY']],
  [['31-Dec-26', '1-Jan-27'], ['YMD']],
  [['01/02/03'], ['YMD', 'DMY', 'MDY']],
  [
    ['31/12/2026', '31/12/2026', '12/31/2026'],
    ['DMY', 'MDY'],
  ],
  [['31/12/2026', 'n/a', '45/45/2026'], ['DMY']],
])('the dates of %j can be read as %j', (cells, options) => {
  expect(factsOf(cells).dateOrders).toMatchObject({ options })
})

test.each([
  [['1,234.50', '2'], ['POINT']],
  [['1.234,50', '1.234'], ['COMMA']],
  [['1,234'], ['POINT', 'COMMA']],
  [['1234', '12'], undefined],
])('the numbers of %j can be read as %j', (cells, options) => {
  expect(factsOf(cells).decimalSigns?.options).toEqual(options)
})

describe('orders of a column', () => {
  const date = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10).split('-'))
  const written = {
    YMD: ([y, m, d]: string[]) => `${y}/${m}/${d}`,
    DMY: ([y, m, d]: string[]) => `${d}/${m}/${y}`,
    MDY: ([y, m, d]: string[]) => `${m}/${d}/${y}`,
  }

  test('the order in which a column is written always reads all of it, as it was meant', () => {
    fc.assert(
      fc.property(
        fc.array(date, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...ORDERS),
        (dates, order) => {
          const cells = dates.map(written[order])
          const { ofAll = [], options = [] } = factsOf(cells).dateOrders ?? {}
          expect(ofAll).toContain(order)
          // A model that reads each cell in each order.
          const cell = new DateCell()
          const readings = ORDERS.map((each, index) => {
            const days = cells.map((text) => {
              const bytes = Buffer.from(text)
              return cell.read(bytes, 0, bytes.length) & (1 << index) ? (cell.days[index] ?? 0) : 0
            })
            return { order: each, days: days.join(), fits: !days.includes(0) }
          })
          const fitting = readings.filter(({ fits }) => fits)
          expect(ofAll).toEqual(fitting.map((each) => each.order))
          expect(options).toHaveLength(new Set(fitting.map(({ days }) => days)).size)
        },
      ),
      { numRuns: propertyRuns(500) },
    )
  })
})
