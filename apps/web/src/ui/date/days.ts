/** Calendar days as YYYY-MM-DD, in Manila time: UTC+8 all year since 1990. */
const OFFSET_MS = 8 * 60 * 60 * 1000

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

/** Manila time in ISO format. */
export function inManila(at: Date | string): string {
  return new Date(new Date(at).getTime() + OFFSET_MS).toISOString()
}

/** Today in Manila. */
export const today = (now = new Date()): string => inManila(now).slice(0, 10)

const utc = (isoDate: string) => new Date(`${isoDate}T00:00:00Z`)
const iso = (date: Date) => date.toISOString().slice(0, 10)

/** The day `days` later. */
export function dayAfter(isoDate: string, days: number): string {
  const date = utc(isoDate)
  date.setUTCDate(date.getUTCDate() + days)
  return iso(date)
}

/** The same day `months` later, or the last of that month. */
export function monthsAfter(isoDate: string, months: number): string {
  const [year = 0, month = 0, day = 0] = isoDate.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return iso(new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))))
}

/** The day of a year, month and day; undefined if the calendar has none, such as 31 Feb. */
export function dayOfParts(year: number, month: number, day: number): string | undefined {
  const text = [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-')
  return isDay(text) ? text : undefined
}

/** True for a day of the calendar between 1900 and 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '1900') return false
  const date = utc(text)
  // `Date` rolls 31 Feb into March.
  return !Number.isNaN(date.getTime()) && iso(date) === text
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
