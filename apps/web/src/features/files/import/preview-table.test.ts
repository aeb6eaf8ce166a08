import { tableLayout } from '@backoffice/contract/import-layouts'
import { tenders } from '@backoffice/contract/tables/tenders'
import { expect, test } from 'vitest'
import { changesOf, fieldLabel } from './preview-table.tsx'

const layout = tableLayout(tenders)

test('formats values, dates and codes', () => {
  const changes = changesOf(layout, [
    { field: 'effective_to', from: null, to: '2027-12-31' },
    { field: 'status', from: 'ACTIVE', to: 'INACTIVE' },
    { field: 'payment_method_code', from: 'DBT', to: 'CRD' },
    { field: 'tender_name', from: 'QR wallet', to: 'QR wallet, in store' },
  ])
  expect(changes.map(({ label, from, to }) => [label, from?.text, to?.text, to?.style])).toEqual([
    ['Effective to', undefined, '31 Dec 2027', 'text'],
    ['Status', 'Active', 'Inactive', 'text'],
    ['Payment method', 'DBT', 'CRD', 'code'],
    ['Tender name', 'QR wallet', 'QR wallet, in store', 'text'],
  ])
})

test('merges the two ends of a range into one change', () => {
  const [only, ...others] = changesOf(layout, [
    { field: 'bin_from', from: '999350', to: '999350' },
    { field: 'bin_to', from: '999399', to: '999379' },
  ])
  expect(others).toEqual([])
  expect(only).toMatchObject({
    label: 'BIN range',
    from: { text: '999350–999399' },
    to: { text: '999350–999379' },
  })
  expect(changesOf(layout, [{ field: 'bin_to', from: '999399', to: '999379' }])).toMatchObject([
    { label: 'BIN to', from: { text: '999399' }, to: { text: '999379' } },
  ])
})

test('a range that is added or removed has no value on the other side', () => {
  const added = changesOf(layout, [
    { field: 'bin_from', from: null, to: '999700' },
    { field: 'bin_to', from: null, to: '999749' },
  ])
  expect(added).toMatchObject([{ from: undefined, to: { text: '999700–999749' } }])
})

test('shows unknown fields unchanged', () => {
  expect(fieldLabel(layout, 'colour')).toBe('colour')
  expect(changesOf(layout, [{ field: 'colour', from: '', to: 'red' }])).toMatchObject([
    { label: 'colour', from: undefined, to: { text: 'red' } },
  ])
})
