import { dayAfter, iso, utc } from './days.ts'

/* Names and places of days in months and weeks. Separate from `days.ts`, which the sign-in screen loads. */

export const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Monday first. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The same day `months` later, or the last of that month. */
export function monthsAfter(isoDate: string, months: number): string {
  const [year = 0, month = 0, day = 0] = isoDate.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return iso(new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))))
}

/** Place in a week that starts on Monday. */
export const weekdayIndex = (isoDate: string): number => (utc(isoDate).getUTCDay() + 6) % 7

/** `19 Nov 2026` */
export function calendarDay(isoDate: string): string {
  return `${Number(isoDate.slice(8, 10))} ${monthOf(isoDate).slice(0, 3)} ${isoDate.slice(0, 4)}`
}

/** `November 2026` */
export const calendarMonth = (isoDate: string): string => `${monthOf(isoDate)} ${isoDate.slice(0, 4)}`

/** `Thursday 19 November 2026` */
export function longDay(isoDate: string): string {
  return `${WEEKDAYS[weekdayIndex(isoDate)]} ${Number(isoDate.slice(8, 10))} ${calendarMonth(isoDate)}`
}

const monthOf = (isoDate: string): string => LONG_MONTHS[Number(isoDate.slice(5, 7)) - 1] ?? ''

/** Weeks of the month, each with seven places, empty before the first and after the last day. */
export function weeksOf(isoDate: string): (string | undefined)[][] {
  const first = `${isoDate.slice(0, 7)}-01`
  const start = dayAfter(first, -weekdayIndex(first))
  // Always six, so that the calendar keeps its height.
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = dayAfter(start, week * 7 + weekday)
      return day.startsWith(isoDate.slice(0, 7)) ? day : undefined
    }),
  )
}
