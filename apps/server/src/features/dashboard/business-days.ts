import { type RawBuilder, sql } from 'kysely'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'

/** Days are YYYY-MM-DD in Manila, which has no daylight saving time. */

const DAY_MS = 86_400_000
const MANILA_MS = 8 * 3_600_000

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

export function startOfDay(day: string): Date {
  return new Date(Date.parse(day) - MANILA_MS)
}

/** Figures compare with earlier days, which must be valid dates in the database. */
const EARLIEST = '2000-01-01'

/** Defaults to yesterday. Throws 422 for days in the future or before 2000. */
export function businessDateOf(day: string | undefined, clock: Clock): string {
  const today = manilaDay(clock.now())
  if (day === undefined) return addDays(today, -1)
  if (day > today)
    throw invalidField('date', 'E006', 'The business date is in the future: choose today or earlier.')
  if (day < EARLIEST)
    throw invalidField(
      'date',
      'E006',
      'The business date is too early: choose one from the year 2000 or later.',
    )
  return day
}

/** True for instants of the days `from` to `to`, inclusive. */
export function within(column: string, from: string, to = from): RawBuilder<boolean> {
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
  return sql<boolean>`(${sql.ref(column)} >= ${start} AND ${sql.ref(column)} < ${end})`
}

export function dayOf(column: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} AT TIME ZONE 'Asia/Manila')::date`
}

/** Values by day, YYYY-MM-DD; a missing day counts as 0. */
export type ByDay = ReadonlyMap<string, number>

const WEEKS = 8

/**
 * Mean of the same weekday over the last eight weeks with data; null in the first week. `first` is the oldest day with
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
  return Array.from({ length: days }, (_, index) => addDays(day, index - days + 1))
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
