import type { DemoDesk } from './demo-desk.ts'

/** Days of the history, the last included. */
export const HISTORY_DAYS = 14

/** Work of a person at a time. */
export type Scene = {
  /** Days after the last day, 0 or less. */
  day: number
  /** Time in Manila, `HH:MM`. */
  at: string
  run: (desk: DemoDesk) => Promise<void>
}
