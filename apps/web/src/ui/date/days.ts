/** Calendar days as YYYY-MM-DD, in Manila time: UTC+8 all year since 1990. */
const OFFSET_MS = 8 * 60 * 60 * 1000

/** Manila time in ISO format. */
export function inManila(at: Date | string): string {
  return new Date(new Date(at).getTime() + OFFSET_MS).toISOString()
}

/** Today in Manila. */
export const today = (now = new Date()): string => inManila(now).slice(0, 10)

/** Midnight UTC of a day. */
export const utc = (isoDate: string) => new Date(`${isoDate}T00:00:00Z`)
/** The day of an instant in UTC. */
export const iso = (date: Date) => date.toISOString().slice(0, 10)

/** The day `days` later. */
export function dayAfter(isoDate: string, days: number): string {
  const date = utc(isoDate)
  date.setUTCDate(date.getUTCDate() + days)
  return iso(date)
}

/** The ISO day of three numbers; undefined if the calendar has none, such as 31 Feb. */
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
