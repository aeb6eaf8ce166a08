import type { Risk } from './grants.ts'

/** Range of the configured duration of break-glass access, in hours. */
export const BREAK_GLASS_HOURS = { least: 1, most: 8 } as const

const MOST_HOURS = { HIGH: 7 * 24, LOW: 90 * 24 } as const satisfies Record<Risk, number>

/** Maximum duration of temporary access other than break-glass access. */
export const maxHours = (risk: Risk): number => MOST_HOURS[risk]
