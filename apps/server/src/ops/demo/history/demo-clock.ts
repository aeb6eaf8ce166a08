import { manilaDay, startOfToday } from '../../../kernel/clock.ts'
import { dayNumber, dayText } from '../tables/calendar-days.ts'

const DAY_MS = 86_400_000
const TICK_MS = 9_000

/** A clock that is set scene by scene. Its last day ends now, if that day is today. */
export type DemoClock = ReturnType<typeof createDemoClock>

/** `asOf` is the last day of the history, `YYYY-MM-DD`. `now` is the real time. */
export function createDemoClock(asOf: string, now: Date) {
  const lastDay = dayNumber(asOf)
  // Today's scenes share the part of the day that has passed.
  const passed = manilaDay(now) === asOf ? (now.getTime() - startOfToday(now).getTime()) / DAY_MS : 1
  let start = 0
  let time = 0
  let tickMs = TICK_MS
  return {
    now: () => new Date(time),
    sceneStart: () => new Date(start),
    tick() {
      time += tickMs
    },
    /** The day that is `offset` days after the last, 0 or less. */
    day: (offset: number) => dayText(lastDay + offset),
    /** `at` is a time in Manila, `HH:MM`. */
    startScene(offset: number, at: string) {
      const share = offset === 0 ? passed : 1
      const midnight = Date.parse(`${dayText(lastDay + offset)}T00:00:00+08:00`)
      const sinceMidnight = Date.parse(`1970-01-01T${at}:00Z`)
      start = Math.floor(midnight + sinceMidnight * share)
      time = start
      tickMs = TICK_MS * share
    },
  }
}
