import type { DemoSystem } from './demo-system.ts'

/** Days of the history, the last included. */
export const HISTORY_DAYS = 14

/** Offsets of the days from the last: −13 to 0. */
export const DAY_OFFSETS = Array.from({ length: HISTORY_DAYS }, (_, index) => index + 1 - HISTORY_DAYS)

/** Work of a person at a time. */
export type Scene = {
  /** Days after the last day, 0 or less. */
  day: number
  /** Time in Manila, `HH:MM`. */
  at: string
  run: (desk: DemoSystem) => Promise<unknown>
}
