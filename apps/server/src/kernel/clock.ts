/** Injected, so that tests can set the time. */
export type Clock = { now: () => Date }
export const systemClock: Clock = { now: () => new Date() }

const DAY_MS = 86_400_000
/** Manila has no daylight saving time. */
const MANILA_MS = 8 * 3_600_000

const manila = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' })

/** The calendar day in Manila, `YYYY-MM-DD`. */
export function manilaDay(at: Date): string {
  return manila.format(at)
}

/** Last midnight in Manila. */
export function startOfToday(now: Date): Date {
  return new Date(Date.parse(manilaDay(now)) - MANILA_MS)
}

/** Seconds until midnight in Manila, at least 1. */
export function secondsOfDayLeft(now: Date): number {
  return Math.ceil((startOfToday(now).getTime() + DAY_MS - now.getTime()) / 1000)
}
