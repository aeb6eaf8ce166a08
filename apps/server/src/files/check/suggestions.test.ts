import { expect, test } from 'vitest'
import { nearest, nearestOption, suggestDates, withZeros } from './suggest-values.ts'

test.each([
  ['31/12/2026', '2026-12-31'],
  ['12/31/2026', '2026-12-31'],
  ['31-Dec-26', '2026-12-31'],
  ['Dec 31, 2026', '2026-12-31'],
  ['2026/12/31', '2026-12-31'],
  ['7.7.1999', '1999-07-07'],
  ['31/12/99', '1999-12-31'],
])('reads %s as %s', (text, day) => {
  expect(suggestDates([text])).toEqual(new Map([[text, day]]))
})

test.each(['31/02/2026', '03/04/2026', '2026', 'soon', '13/13/2026', '1/2/3', ''])('leaves %s', (text) => {
  expect(suggestDates([text])).toEqual(new Map())
})

test('an ambiguous day is read in the order of the others, if they agree', () => {
  expect(suggestDates(['03/04/2026', '31/12/2026']).get('03/04/2026')).toBe('2026-04-03')
  expect(suggestDates(['03/04/2026', '12/31/2026']).get('03/04/2026')).toBe('2026-03-04')
  expect(suggestDates(['03/04/2026', '12/31/2026', '31/12/2026']).has('03/04/2026')).toBe(false)
})

test('suggests the nearest code only if no other is as near', () => {
  expect(nearest('NFL', ['NLF', 'MBR', 'ABC'])).toBe('NLF')
  expect(nearest('NLX', ['NLF', 'NLR'])).toBeUndefined()
  expect(nearest('XXX', ['NLF', 'MBR'])).toBeUndefined()
  expect(nearest('AB', ['XY'])).toBeUndefined()
  expect(nearest('FUELSTNN', ['FUELSTN', 'FUELSTNXX'])).toBe('FUELSTN')
})

test('adds zeros up to the length of a code', () => {
  expect(withZeros('417', 6)).toEqual(['0417', '00417', '000417'])
  expect(withZeros('417', 3)).toEqual([])
  expect(withZeros('', 4)).toEqual([])
})

test('suggests an option in another spelling', () => {
  const options = { DEPARTMENT_STORE: 'Department store', FUEL: 'Fuel', OTHER: 'Other' }
  expect(nearestOption('Department-Store', options)).toBe('DEPARTMENT_STORE')
  expect(nearestOption('Feul', options)).toBe('FUEL')
  expect(nearestOption('Books', options)).toBeUndefined()
})
