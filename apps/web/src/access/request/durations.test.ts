import { expect, test } from 'vitest'
import { durationsWithin, endInWords, hoursOf, lastDay, untilError } from './durations.ts'

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
  ['hour', '', 1],
  ['week', '', WEEK],
  ['date', '2026-11-24', 9],
  ['date', '2026-11-25', 33],
  // The last day ends with the maximum, not at midnight.
  ['date', '2026-12-01', WEEK],
  ['date', '2026-12-02', undefined],
  ['date', '2026-11-23', undefined],
  ['date', '', undefined],
] as const)('%s %s is %s hours', (duration, until, hours) => {
  expect(hoursOf({ duration, until, maxHours: WEEK }, NOW)).toBe(hours)
})

test('the last hour of a day counts as one', () => {
  const late = new Date('2026-11-24T15:30:00Z')
  expect(hoursOf({ duration: 'date', until: '2026-11-24', maxHours: WEEK }, late)).toBe(1)
})

test('days are limited in words', () => {
  expect(lastDay(WEEK, NOW)).toBe('2026-12-01')
  const errorOf = (until: string) => untilError({ until, maxHours: WEEK }, NOW)
  expect(errorOf('soon')).toBe('Enter a date')
  expect(errorOf('2026-11-23')).toBe('Choose today or a later day')
  expect(errorOf('2026-12-02')).toBe('This access can be given until 1 Dec 2026')
})

test.each([
  [1, 'today at 15:05'],
  [10, 'on 25 Nov 2026 at 00:05'],
  [WEEK, 'on 1 Dec 2026 at 14:05'],
])('the end after %i hours names its day unless it is today', (hours, words) => {
  expect(endInWords(hours, NOW)).toBe(words)
})
