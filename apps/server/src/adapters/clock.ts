/** Injected, so that tests can move the time. */
export type Clock = { now: () => Date }
export const systemClock: Clock = { now: () => new Date() }

const manila = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' })

/** The calendar day in Manila, `YYYY-MM-DD`. */
export function manilaDay(at: Date): string {
  return manila.format(at)
}
