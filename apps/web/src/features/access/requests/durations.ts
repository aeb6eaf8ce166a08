import { calendarDay, formatTime, today } from '../../../kit/format/format-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const FIXED = [
  { value: 'hour', label: '1 hour', hours: 1 },
  { value: 'day', label: '1 day', hours: 24 },
  { value: 'week', label: '7 days', hours: 7 * 24 },
] as const

/** `date` ends on a day that the user chooses. */
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

/** Hours from the approval, or an end as ISO time. */
export type AccessTime = { hours: number } | { until: string }

/**
 * A fixed duration, or the end of the chosen day in Manila; on the last day the end of the maximum, in whole minutes.
 * Undefined without a valid day.
 */
export function timeOf(
  { duration, until, maxHours }: DurationInput,
  now = new Date(),
): AccessTime | undefined {
  const fixed = FIXED.find(({ value }) => value === duration)
  if (fixed) return { hours: fixed.hours }
  if (untilError({ until, maxHours }, now) !== undefined) return undefined
  const endOfDay = Date.parse(`${until}T23:59:59+08:00`)
  const most = Math.floor((now.getTime() + maxHours * HOUR_MS) / MINUTE_MS) * MINUTE_MS
  return { until: new Date(Math.min(endOfDay, most)).toISOString() }
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

/** `Ends on 1 Dec 2026 at 23:59`; for a duration `If approved now, ends today at 15:05`. */
export function describeEnd(time: AccessTime, now = new Date()): string {
  const isEnd = 'until' in time
  const end = isEnd ? new Date(time.until) : new Date(now.getTime() + time.hours * HOUR_MS)
  const onDay = today(end) === today(now) ? 'today' : `on ${calendarDay(today(end))}`
  return `${isEnd ? 'Ends' : 'If approved now, ends'} ${onDay} at ${formatTime(end.toISOString())}`
}
