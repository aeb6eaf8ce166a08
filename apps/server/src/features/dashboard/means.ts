import { addDays, daysBetween } from './business-date.ts'

/** Values by day, YYYY-MM-DD; a missing day counts as 0. */
export type ByDay = ReadonlyMap<string, number>

const WEEKS = 8

/**
 * Mean of the same weekday over the last eight weeks with data; null in the first week. `first`: the oldest day with
 * data.
 */
export function weekdayMean(
  byDay: ByDay,
  day: string,
  first: string | null,
): { mean: number | null; weeks: number } {
  const days = Array.from({ length: WEEKS }, (_, week) => addDays(day, -7 * (week + 1)))
  return meanOf(byDay, first === null ? [] : days.filter((each) => each >= first))
}

/** Mean of up to `days` days before; null on the first day. */
export function meanBefore(byDay: ByDay, day: string, first: string | null, days: number): number | null {
  const available = first === null ? 0 : Math.min(days, Math.max(0, daysBetween(first, day)))
  return meanOf(byDay, lastDays(addDays(day, -1), available)).mean
}

export function lastDays(day: string, days: number): string[] {
  return Array.from({ length: days }, (_, at) => addDays(day, at - days + 1))
}

export function valuesOf(byDay: ByDay, days: readonly string[]): number[] {
  return days.map((day) => byDay.get(day) ?? 0)
}

function meanOf(byDay: ByDay, days: readonly string[]) {
  const sum = valuesOf(byDay, days).reduce((total, value) => total + value, 0)
  return { mean: days.length === 0 ? null : sum / days.length, weeks: days.length }
}

export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (part / whole) * 100
}
