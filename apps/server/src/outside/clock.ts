/** Time as the product sees it. Tests bring their own. */
export type Clock = { now: () => Date }
export const systemClock: Clock = { now: () => new Date() }

const manila = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' })

/** The day it is in Manila, `YYYY-MM-DD`. */
export function manilaDay(at: Date): string {
  return manila.format(at)
}
