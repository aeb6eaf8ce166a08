import { expect, test } from 'vitest'
import { confirmationFields, rangeErrors } from './confirmation-form.ts'

const today = '2026-11-20'

test.each([
  ['2026-11-21', '', 'date_from', 'Starts in the future'],
  ['2026-11-10', '2026-11-01', 'date_to', 'Ends before it starts'],
  ['2026-11-10', '2026-11-21', 'date_to', 'Ends in the future'],
  ['2026-10-01', '2026-11-01', 'date_to', 'Longer than 31 days, both ends counted'],
])('%s to %s is an error of %s', (from, to, field, message) => {
  expect(rangeErrors(from, to, today)).toEqual({ [field]: message })
})

test.each([
  ['2026-10-21', today, '31 days up to today are valid'],
  ['', '2026-11-01', 'a missing date is an error of the rules instead'],
  ['2026-11-01', '', 'a missing date is an error of the rules instead'],
])('%s to %s: %s', (from, to) => {
  expect(rangeErrors(from, to, today)).toEqual({})
})

test('checks only the fields that the file requires', () => {
  const plain = confirmationFields({ dates: false, reason: false, invalidRows: 0 })
  expect(Object.keys(plain)).toEqual(['purpose', 'ticket_no'])
  const all = confirmationFields({ dates: true, reason: true, invalidRows: 2 })
  expect(Object.keys(all)).toEqual([
    'purpose',
    'ticket_no',
    'date_from',
    'date_to',
    'duplicate_reason',
    'partial',
  ])
})

test('rejects “all or nothing” while rows are invalid', () => {
  const { partial } = confirmationFields({ dates: false, reason: false, invalidRows: 1 })
  expect(partial?.label).toBe('1 row cannot be looked up')
  expect(partial?.check('all')).toMatch(/^Nothing would run, because 1 row is invalid\./)
  expect(partial?.check('valid')).toBeUndefined()
})
