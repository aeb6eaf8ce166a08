import { calendarDay, dayAfter, formatTime, today } from '../../kit/format-time.ts'

const HOUR_MS = 3_600_000

const FIXED = [
  { value: 'hour', label: '1 hour', hours: 1 },
  { value: 'day', label: '1 day', hours: 24 },
  { value: 'week', label: '7 days', hours: 7 * 24 },
] as const

/** `date`: until a day that the user chooses. */
export type Duration = (typeof FIXED)[number]['value'] | 'date'

/** The durations that do not exceed the maximum. */
export function durationsWithin(maxHours: number): { value: Duration; label: string }[] {
  const fixed = FIXED.filter(({ hours }) => hours <= maxHours)
  return [...fixed, { value: 'date', label: 'Until date' }]
}

/** The last day on which access of the maximum duration can end. */
export function lastDay(maxHours: number, now = new Date()): string {
  return today(new Date(now.getTime() + maxHours * HOUR_MS))
}

type DurationInput = { duration: Duration; until: string; maxHours: number }

/** Whole hours, within the maximum; to the end of the chosen day in Manila. Undefined without a valid day. */
export function hoursOf({ duration, until, maxHours }: DurationInput, now = new Date()): number | undefined {
  const fixed = FIXED.find(({ value }) => value === duration)
  if (fixed) return fixed.hours
  if (untilError({ until, maxHours }, now) !== undefined) return undefined
  const endMs = Date.parse(`${dayAfter(until, 1)}T00:00:00+08:00`)
  const hours = Math.floor((endMs - now.getTime()) / HOUR_MS)
  return Math.min(Math.max(hours, 1), maxHours)
}

/** Message about a day that cannot be requested. */
export function untilError(
  { until, maxHours }: Omit<DurationInput, 'duration'>,
  now = new Date(),
): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(until)) return 'Enter a date'
  if (until < today(now)) return 'Choose today or a later day'
  const last = lastDay(maxHours, now)
  return until > last ? `This access can be given until ${calendarDay(last)}` : undefined
}

/** `today at 15:05`, `on 1 Dec 2026 at 14:05`: the end of access that starts now. */
export function endInWords(hours: number, now = new Date()): string {
  const end = new Date(now.getTime() + hours * HOUR_MS)
  const onDay = today(end) === today(now) ? 'today' : `on ${calendarDay(today(end))}`
  return `${onDay} at ${formatTime(end.toISOString())}`
}
