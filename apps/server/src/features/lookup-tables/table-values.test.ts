import { tenders } from '@backoffice/contract/tables/tenders'
import { expect, test } from 'vitest'
import { normalizeValues } from './table-values.ts'

test('normalizes by the fields of the table only, not by inherited names', () => {
  expect(normalizeValues(tenders, { tender_id: ' ab ', hasOwnProperty: ' 0 ', toString: 'x' })).toEqual({
    tender_id: 'AB',
    hasOwnProperty: '0',
    toString: 'x',
  })
})
