import type { DemoDesk } from './demo-desk.ts'

/** Work of a person at a time. */
export type Scene = {
  /** Days after the last day, 0 or less. */
  day: number
  /** Time in Manila, `HH:MM`. */
  at: string
  run: (desk: DemoDesk) => Promise<void>
}
