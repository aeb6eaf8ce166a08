import { elementAt } from '@backoffice/contract/objects'
import { calendarDay, longDay, WEEKDAYS, weekdayIndex } from '../../ui/date/calendar-days.ts'
import { dayAfter, inManila, today } from '../../ui/date/days.ts'

/**
 * Times are shown in Manila time. Formatted here, because creating an `Intl.DateTimeFormat` takes longer than rendering a
 * page of rows.
 */
export { calendarDay, dayAfter, today }

/** 18 Feb 2027 */
export function day(at: string): string {
  return calendarDay(inManila(at))
}

/** `19 Nov` */
export const shortDay = (isoDate: string) => calendarDay(isoDate).slice(0, -5)

/** `19 Nov` of a timestamp. */
export const shortDayAt = (at: string) => day(at).slice(0, -5)

/** `Thursday` */
export function weekdayOf(isoDate: string): string {
  return elementAt(WEEKDAYS, weekdayIndex(isoDate))
}

/** 08:01 */
export function formatTime(at: string): string {
  return inManila(at).slice(11, 16)
}

/** 20 Nov 2026, 08:01:12 */
export function formatExactTime(at: string): string {
  const iso = inManila(at)
  return `${calendarDay(iso)}, ${iso.slice(11, 19)}`
}

/** `Today, Friday 20 November 2026`: the caption of a day. */
export function dayCaption(at: string, now = new Date()): string {
  const iso = inManila(at)
  const words = longDay(iso.slice(0, 10))
  if (iso.startsWith(today(now))) return `Today, ${words}`
  return iso.startsWith(dayAfter(today(now), -1)) ? `Yesterday, ${words}` : words
}

/** 08:01:12 */
export function formatSeconds(at: string): string {
  return inManila(at).slice(11, 19)
}

/** `08:01` today, `19 Nov, 08:01` this year, `19 Nov 2025, 08:01` in other years. */
export function formatDateTime(at: string, now = new Date()): string {
  const iso = inManila(at)
  const time = iso.slice(11, 16)
  const current = today(now)
  if (iso.startsWith(current)) return time
  return `${iso.slice(0, 4) === current.slice(0, 4) ? shortDay(iso) : calendarDay(iso)}, ${time}`
}

/** `Today, 08:01`, `19 Nov, 08:01`. */
export function formatDayAndTime(at: string, now = new Date()): string {
  return `${inManila(at).startsWith(today(now)) ? 'Today, ' : ''}${formatDateTime(at, now)}`
}

/** `at 08:01`, `on 19 Nov, 08:01`. */
export function whenInSentence(at: string, now = new Date()): string {
  return `${inManila(at).startsWith(today(now)) ? 'at' : 'on'} ${formatDateTime(at, now)}`
}
