import { addDays, daysBetween } from './business-date.ts'

/** What a day is compared with. Days are YYYY-MM-DD; a day that has no entry has nothing. */
export type ByDay = ReadonlyMap<string, number>

const WEEKS = 8

/**
 * The mean of the same weekday in the eight weeks before, of as many of them as there is data; null on the first days.
 * `first`: the oldest day with data.
 */
export function weekdayMean(
  byDay: ByDay,
  day: string,
  first: string | null,
): { mean: number | null; weeks: number } {
  const days = Array.from({ length: WEEKS }, (_, week) => addDays(day, -7 * (week + 1)))
  return meanOf(byDay, first === null ? [] : days.filter((each) => each >= first))
}

/** The mean of the days before, at most that many; null on the first one. */
export function meanBefore(byDay: ByDay, day: string, first: string | null, days: number): number | null {
  const there = first === null ? 0 : Math.min(days, Math.max(0, daysBetween(first, day)))
  return meanOf(byDay, lastDays(addDays(day, -1), there)).mean
}

/** That many days that end with `day`, the oldest first. */
export function lastDays(day: string, days: number): string[] {
  return Array.from({ length: days }, (_, at) => addDays(day, at - days + 1))
}

/** The data of the days, zero where there is none. */
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
