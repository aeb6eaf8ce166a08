import { expect, test } from 'vitest'
import { rangeErrors } from './confirmation-rules.ts'
import { fieldOf } from './confirmation-values.ts'

const today = '2026-11-20'

test.each([
  ['', '', 'date_from', 'Enter Date from'],
  ['2026-11-21', '', 'date_from', 'Starts in the future'],
  ['2026-11-01', '', 'date_to', 'Enter Date to'],
  ['2026-11-10', '2026-11-01', 'date_to', 'Ends before it starts'],
  ['2026-11-10', '2026-11-21', 'date_to', 'Ends in the future'],
  ['2026-10-01', '2026-11-01', 'date_to', 'Longer than 31 days, both ends counted'],
])('%s to %s', (from, to, field, words) => {
  expect(rangeErrors(from, to, today)).toEqual({ [field]: words })
})

test('31 days up to today are right', () => {
  expect(rangeErrors('2026-10-21', today, today)).toEqual({})
})

test('a field is known however the server writes its path', () => {
  expect([fieldOf('purpose'), fieldOf('body.date_from'), fieldOf('/body/ticket_no')]).toEqual([
    'purpose',
    'date_from',
    'ticket_no',
  ])
  expect(fieldOf('source_filekey')).toBeUndefined()
})
