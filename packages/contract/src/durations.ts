import type { Risk } from './grants.ts'

/** Maximum durations of temporary access, in hours. */

export const BREAK_GLASS_HOURS = { least: 1, most: 8 } as const

const MOST_HOURS = { HIGH: 7 * 24, LOW: 90 * 24 } as const satisfies Record<Risk, number>

type TemporaryKind = {
  risk: Risk
  /** The configured duration of break-glass access, between `BREAK_GLASS_HOURS`; null for other access. */
  breakGlassHours: number | null
}

/** Break-glass access is short whatever its risk. */
export function maxHours({ risk, breakGlassHours }: TemporaryKind): number {
  if (breakGlassHours === null) return MOST_HOURS[risk]
  return Math.min(Math.max(breakGlassHours, BREAK_GLASS_HOURS.least), BREAK_GLASS_HOURS.most)
}
