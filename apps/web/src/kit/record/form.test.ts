import { table } from '@backoffice/contract/table'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { tenders } from '@backoffice/contract/tables/tenders'
import { expect, test } from 'vitest'
import { formFields, formRows } from './form-fields.ts'

test('the ends of a range share a row, and every field appears once', () => {
  expect(formRows(tenders).map((row) => row.map(({ name }) => name))).toEqual([
    ['source_system', 'tender_id'],
    ['tender_name'],
    ['payment_method_code', 'card_scheme'],
    ['bin_from', 'bin_to'],
    ['company_code', 'status'],
    ['effective_from', 'effective_to'],
  ])
})

const field = { type: 'code', rules: '', max: 4 } as const
const single = table({
  ...TABLE_HEADERS.tenders,
  about: 'One field',
  naming: 'code',
  searched: ['code'],
  fields: { code: { label: 'Code', ...field, key: true } },
})

test('the status joins a field without a neighbour', () => {
  expect(formRows(single).map((row) => row.map(({ name }) => name))).toEqual([
    ['code', 'status'],
    ['effective_from', 'effective_to'],
  ])
})

const { bin_from, bin_to, effective_to } = formFields(tenders)

test.each([
  ['', '', undefined, undefined],
  ['999350', '', undefined, 'Enter BIN to, or leave both empty'],
  ['', '999399', 'Enter BIN from, or leave both empty', undefined],
  ['999350', '999349', undefined, 'BIN to is before BIN from'],
  ['999350', '999350', undefined, undefined],
  // 99935099 is not before 99935000.
  ['99935000', '999350', undefined, undefined],
  ['99935001', '9993500', undefined, undefined],
  ['99935010', '9993500', undefined, 'BIN to is before BIN from'],
])('a range from %o to %o', (from, to, atFrom, atTo) => {
  const values = { bin_from: from, bin_to: to }
  expect(bin_from?.check?.(from, values)).toBe(atFrom)
  expect(bin_to?.check?.(to, values)).toBe(atTo)
})

test('the end of the dates is not before their start', () => {
  const check = (from: string, to: string) =>
    effective_to?.check?.(to, { effective_from: from, effective_to: to })
  expect(check('2025-07-15', '2025-07-14')).toBe('Effective to is before Effective from')
  expect(check('2025-07-15', '2025-07-15')).toBeUndefined()
  expect(check('2025-07-15', '')).toBeUndefined()
  expect(check('', '2025-07-15')).toBeUndefined()
})
