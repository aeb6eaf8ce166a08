import { checkRange } from '@backoffice/contract/inquiry-criteria'
import { expect, test } from 'vitest'
import { startValues } from './inquiry-form.ts'

test('starts with the longest range that is allowed', () => {
  const { date_from, date_to } = startValues('2026-11-24')
  expect([date_from, date_to]).toEqual(['2026-08-25', '2026-11-24'])
  expect(checkRange({ date_from, date_to }, '2026-11-24')).toBeUndefined()
})
