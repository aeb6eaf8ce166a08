/** Days, times and amounts in texts. Times are in Manila time: UTC+8 all year. */

const DAY = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const HUNDREDTHS = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const WHOLE = new Intl.NumberFormat('en')

/** Formats YYYY-MM-DD as `2 Sep 2026`. */
export function writtenDay(isoDate: string): string {
  const parts = new Map(
    DAY.formatToParts(new Date(`${isoDate}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  )
  // Changes the order of "Sep 2, 2026".
  return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`
}

/** Formats an instant as `2 Sep 2026 at 14:05`. */
export function writtenMoment(at: string): string {
  const iso = new Date(Date.parse(at) + 8 * 3_600_000).toISOString()
  return `${writtenDay(iso.slice(0, 10))} at ${iso.slice(11, 16)}`
}

/** Formats hundredths as `3,600.00` or `−800.00`. */
export const writtenHundredths = (value: number) => HUNDREDTHS.format(value / 100).replace('-', '\u2212')

/** Formats a count as `1 purchase` or `1,204 purchases`. */
export const writtenCount = (value: number, one: string, many = `${one}s`) =>
  `${WHOLE.format(value)} ${value === 1 ? one : many}`
