import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay, longDay, monthsAfter, weekdayIndex, weeksOf } from './calendar-days.ts'
import { dayAfter, isDay } from './days.ts'
import { readDate } from './read-date.ts'

const range = { today: '2026-11-26' }

test.each([
  ['2026-10-25', '2026-10-25'],
  ['2026/10/5', '2026-10-05'],
  ['25 Oct 2026', '2026-10-25'],
  ['25/10/2026', '2026-10-25'],
  ['25-10-26', '2026-10-25'],
  ['25.10.2026', '2026-10-25'],
  ['5 1 2026', '2026-01-05'],
  // The day comes first, also where both could be a month.
  ['03/04/2026', '2026-04-03'],
  ['25/10', '2026-10-25'],
  ['25 oct', '2026-10-25'],
  ['25oct', '2026-10-25'],
  ['25 OCTOBER 2026', '2026-10-25'],
  ['3 sept.', '2026-09-03'],
  ['Oct 25', '2026-10-25'],
  ['October 25, 2026', '2026-10-25'],
  ['  25   Oct  2026 ', '2026-10-25'],
  ['today', '2026-11-26'],
  ['Yesterday', '2026-11-25'],
  ['tomorrow', '2026-11-27'],
  ['-7', '2026-11-19'],
  ['− 7', '2026-11-19'],
  ['+3', '2026-11-29'],
  ['29 feb 2028', '2028-02-29'],
])('%s is %s', (typed, day) => {
  expect(readDate(typed, range)).toBe(day)
})

test.each([
  ['03/04/2026', '2026-03-04'],
  ['10/25/2026', '2026-10-25'],
  ['10-25', '2026-10-25'],
  ['25 Oct 2026', '2026-10-25'],
  ['2026-10-25', '2026-10-25'],
  ['25/10/2026', undefined],
])('with the month first, %s is %s', (typed, day) => {
  expect(readDate(typed, { ...range, isMonthFirst: true })).toBe(day)
})

test.each([
  '',
  '-',
  '25',
  '31/2/2026',
  '2026-02-30',
  '25/13/2026',
  '10/25/2026',
  '0202-12-01',
  '25-10/2026',
  '25 okt',
  '25 ma',
  '29 feb',
  'constructor',
  'soon',
  '2026',
  '9990000000000011',
])('%s is not a date', (typed) => {
  expect(readDate(typed, range)).toBeUndefined()
})

test('a date without a year is in range, if one of three years is', () => {
  expect(readDate('25/12', { ...range, max: range.today })).toBe('2025-12-25')
  expect(readDate('1 Mar', { ...range, min: range.today })).toBe('2027-03-01')
  expect(readDate('29 Feb', { today: '2029-01-10' })).toBe('2028-02-29')
  // Out of range in any year, which the rules of the field refuse.
  expect(readDate('25/12', { ...range, min: '2026-11-01', max: '2026-11-30' })).toBe('2026-12-25')
})

const days = fc.integer({ min: 0, max: 60_000 }).map((count) => dayAfter('1950-01-01', count))

test('every day reads as itself in each notation', () => {
  fc.assert(
    fc.property(days, (day) => {
      const [year, month, date] = day.split('-')
      for (const typed of [
        day,
        calendarDay(day),
        `${date}/${month}/${year}`,
        longDay(day).replace(/^\w+ /, ''),
      ])
        expect(readDate(typed, range)).toBe(day)
    }),
  )
})

test('any text is a day of the calendar or nothing', () => {
  const part = fc.constantFrom('1', '31', '02', '2026', 'feb', '-', '/', ' ', '+', '.', 'today', '29')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (typed) => {
        const day = readDate(typed, range)
        if (day !== undefined) expect(isDay(day)).toBe(true)
      },
    ),
  )
})

test('the weeks of a month hold each of its days once, on its weekday', () => {
  fc.assert(
    fc.property(days, (day) => {
      const weeks = weeksOf(day)
      const shown = weeks.flat().filter((each) => each !== undefined)
      expect(shown[0]).toBe(`${day.slice(0, 7)}-01`)
      expect(dayAfter(shown.at(-1) ?? '', 1)).toBe(`${monthsAfter(day, 1).slice(0, 7)}-01`)
      for (const week of weeks)
        for (const [at, each] of week.entries()) if (each) expect(weekdayIndex(each)).toBe(at)
    }),
  )
})

test('a month later is the last day, if that month is shorter', () => {
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthsAfter('2026-01-31', -2)).toBe('2025-11-30')
  expect(monthsAfter('2026-11-26', 12)).toBe('2027-11-26')
  expect(longDay('2026-11-26')).toBe('Thursday 26 November 2026')
})
