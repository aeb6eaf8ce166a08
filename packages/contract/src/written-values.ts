/** Days, times and amounts as texts write them. Times are those of Manila: UTC+8 all year. */

const DAY = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const HUNDREDTHS = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const WHOLE = new Intl.NumberFormat('en')

/** `2 Sep 2026`, from YYYY-MM-DD. */
export function writtenDay(isoDate: string): string {
  const parts = new Map(
    DAY.formatToParts(new Date(`${isoDate}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  )
  // "Sep 2, 2026" in the order that staff write.
  return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`
}

/** `2 Sep 2026 at 14:05`, from a moment. */
export function writtenMoment(at: string): string {
  const iso = new Date(Date.parse(at) + 8 * 3_600_000).toISOString()
  return `${writtenDay(iso.slice(0, 10))} at ${iso.slice(11, 16)}`
}

/** `3,600.00`, `−800.00` */
export const writtenHundredths = (value: number) => HUNDREDTHS.format(value / 100).replace('-', '\u2212')

/** `1 purchase`, `1,204 purchases` */
export const writtenCount = (value: number, one: string, many = `${one}s`) =>
  `${WHOLE.format(value)} ${value === 1 ? one : many}`
