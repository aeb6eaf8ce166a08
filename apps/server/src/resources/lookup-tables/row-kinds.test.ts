import { tenders } from '@backoffice/contract/tables/tenders'
import { expect, test } from 'vitest'
import { rowKinds } from './row-kinds.ts'

const TODAY = '2026-11-27'
const row = {
  status: 'ACTIVE',
  bin_from: '900001',
  bin_to: '900009',
  effective_from: null,
  effective_to: null,
}

test.each([
  ['another range', { bin_to: '900010' }, true],
  ['no range', { bin_from: null, bin_to: null }, true],
  ['another status', { status: 'INACTIVE' }, true],
  ['an end', { effective_to: '2026-11-26' }, true],
  ['a later start', { effective_from: '2026-12-01' }, true],
  ['another name', { tender_name: 'Renamed' }, false],
])('an active row with a BIN range and %s', (_, changes, isRange) => {
  expect(rowKinds(tenders, row, { ...row, ...changes }, TODAY).includes('BIN_RANGE')).toBe(isRange)
})

test('a range of an inactive row has no effect', () => {
  const inactive = { ...row, status: 'INACTIVE' }
  expect(rowKinds(tenders, inactive, { ...inactive, bin_to: '900010' }, TODAY)).toEqual(['MASS_CHANGE'])
})
