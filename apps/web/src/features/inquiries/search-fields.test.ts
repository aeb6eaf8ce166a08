import { expect, test } from 'vitest'
import { datesOf, isPreset } from './search-fields.tsx'

test.each([
  ['LAST_7', '2026-11-24', '2026-11-18', '2026-11-24'],
  ['LAST_30', '2026-11-24', '2026-10-26', '2026-11-24'],
  ['LAST_92', '2026-11-24', '2026-08-25', '2026-11-24'],
  ['THIS_MONTH', '2026-11-24', '2026-11-01', '2026-11-24'],
  ['THIS_MONTH', '2026-11-01', '2026-11-01', '2026-11-01'],
  ['LAST_MONTH', '2026-11-24', '2026-10-01', '2026-10-31'],
  ['LAST_MONTH', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['LAST_MONTH', '2027-01-01', '2026-12-01', '2026-12-31'],
] as const)('%s on %s is %s to %s', (preset, today, date_from, date_to) => {
  expect(datesOf(preset, today)).toEqual({ date_from, date_to })
  expect(isPreset(preset, { date_from, date_to }, today)).toBe(true)
  expect(isPreset(preset, { date_from, date_to: '2020-01-01' }, today)).toBe(false)
})
