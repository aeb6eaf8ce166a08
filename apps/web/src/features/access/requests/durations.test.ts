import { expect, test } from 'vitest'
import { describeEnd, durationsWithin, lastDay, timeOf, untilError } from './durations.ts'

/** 14:05 in Manila. */
const NOW = new Date('2026-11-24T06:05:00Z')
const WEEK = 7 * 24

test.each([
  [4, ['1 hour', 'Until date']],
  [24, ['1 hour', '1 day', 'Until date']],
  [WEEK, ['1 hour', '1 day', '7 days', 'Until date']],
])('durations within %i hours', (maxHours, labels) => {
  expect(durationsWithin(maxHours).map(({ label }) => label)).toEqual(labels)
})

test.each([
  ['hour', '', { hours: 1 }],
  ['week', '', { hours: WEEK }],
  ['date', '2026-11-24', { until: '2026-11-24T15:59:59.000Z' }],
  ['date', '2026-11-25', { until: '2026-11-25T15:59:59.000Z' }],
  // The last day ends with the maximum, not at midnight.
  ['date', '2026-12-01', { until: '2026-12-01T06:05:00.000Z' }],
  ['date', '2026-12-02', undefined],
  ['date', '2026-11-23', undefined],
  ['date', '', undefined],
] as const)('%s %s is %o', (duration, until, time) => {
  expect(timeOf({ duration, until, maxHours: WEEK }, NOW)).toEqual(time)
})

test('days are limited in words', () => {
  expect(lastDay(WEEK, NOW)).toBe('2026-12-01')
  const errorOf = (until: string) => untilError({ until, maxHours: WEEK }, NOW)
  expect(errorOf('soon')).toBe('Enter a date')
  expect(errorOf('2026-11-23')).toBe('Choose today or a later day')
  expect(errorOf('2026-12-02')).toBe('This access can be given until 1 Dec 2026')
})

test.each([
  [{ hours: 1 }, 'If approved now, ends today at 15:05'],
  [{ hours: 10 }, 'If approved now, ends on 25 Nov 2026 at 00:05'],
  [{ until: '2026-12-01T15:59:59Z' }, 'Ends on 1 Dec 2026 at 23:59'],
])('the end of %o names its day unless it is today', (time, words) => {
  expect(describeEnd(time, NOW)).toBe(words)
})
