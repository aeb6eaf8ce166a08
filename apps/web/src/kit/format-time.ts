/**
 * The desk works by Manila's clock, wherever its screens are: eight hours ahead all year, since 1990. Worked out here
 * because the browser's own formats take longer to set up than a page of rows takes to be drawn.
 */
const AHEAD_MS = 8 * 60 * 60 * 1000

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** By Manila's clock, and written as ISO does. */
function inManila(at: Date | string): string {
  return new Date(new Date(at).getTime() + AHEAD_MS).toISOString()
}

function dayOf(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`
}

/** 18 Feb 2027 */
export function day(at: string): string {
  return dayOf(inManila(at))
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

/** 08:01 today, 19 Nov 2026, 08:01 on other days. */
export function formatDateTime(at: string, now = new Date()): string {
  const iso = inManila(at)
  const time = iso.slice(11, 16)
  return iso.startsWith(today(now)) ? time : `${dayOf(iso)}, ${time}`
}

/** The same as part of a sentence: `at 08:01`, `on 19 Nov 2026, 08:01`. */
export function whenInSentence(at: string, now = new Date()): string {
  return `${inManila(at).startsWith(today(now)) ? 'at' : 'on'} ${formatDateTime(at, now)}`
}

/** Today in Manila as YYYY-MM-DD, which is what date inputs speak. */
export function today(now = new Date()): string {
  return inManila(now).slice(0, 10)
}

/** A YYYY-MM-DD some days away. */
export function dayAfter(isoDate: string, days: number): string {
  const date = new Date(`${isoDate}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
