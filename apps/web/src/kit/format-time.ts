import { elementAt } from '@backoffice/contract/objects'

/**
 * Times are shown in Manila time, UTC+8 all year since 1990. Formatted here, because creating an `Intl.DateTimeFormat`
 * takes longer than rendering a page of rows.
 */
const OFFSET_MS = 8 * 60 * 60 * 1000

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const LONG_MONTHS = [
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
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Manila time in ISO format. */
function inManila(at: Date | string): string {
  return new Date(new Date(at).getTime() + OFFSET_MS).toISOString()
}

function dayOf(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`
}

/** 18 Feb 2027 */
export function day(at: string): string {
  return dayOf(inManila(at))
}

/** `19 Nov 2026` from YYYY-MM-DD. */
export const calendarDay = (isoDate: string) => dayOf(isoDate)

/** `19 Nov` */
export const shortDay = (isoDate: string) => dayOf(isoDate).slice(0, -5)

/** `19 Nov` of a timestamp. */
export const shortDayAt = (at: string) => day(at).slice(0, -5)

/** `Thursday` */
export function weekdayOf(isoDate: string): string {
  return elementAt(WEEKDAYS, new Date(`${isoDate}T00:00:00Z`).getUTCDay())
}

/** 08:01 */
export function formatTime(at: string): string {
  return inManila(at).slice(11, 16)
}

/** 20 Nov 2026, 08:01:12 */
export function formatExactTime(at: string): string {
  const iso = inManila(at)
  return `${dayOf(iso)}, ${iso.slice(11, 19)}`
}

/** `Today, Friday 20 November 2026`: the caption of a day. */
export function dayCaption(at: string, now = new Date()): string {
  const iso = inManila(at)
  const date = new Date(`${iso.slice(0, 10)}T00:00:00Z`)
  const words = `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${LONG_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  if (iso.startsWith(today(now))) return `Today, ${words}`
  return iso.startsWith(dayAfter(today(now), -1)) ? `Yesterday, ${words}` : words
}

/** 08:01:12 */
export function formatSeconds(at: string): string {
  return inManila(at).slice(11, 19)
}

/** `08:01` today, `19 Nov 2026, 08:01` on other days. */
export function formatDateTime(at: string, now = new Date()): string {
  const iso = inManila(at)
  const time = iso.slice(11, 16)
  return iso.startsWith(today(now)) ? time : `${dayOf(iso)}, ${time}`
}

/** `at 08:01`, `on 19 Nov 2026, 08:01`. */
export function whenInSentence(at: string, now = new Date()): string {
  return `${inManila(at).startsWith(today(now)) ? 'at' : 'on'} ${formatDateTime(at, now)}`
}

/** Today in Manila as YYYY-MM-DD, the format of date inputs. */
export function today(now = new Date()): string {
  return inManila(now).slice(0, 10)
}

/** The day `days` later, as YYYY-MM-DD. */
export function dayAfter(isoDate: string, days: number): string {
  const date = new Date(`${isoDate}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
