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
