import { Refusal } from './errors.ts'

/**
 * Refuses a change made from a stale reading, and hands over the row as it is now. Call it on a row
 * that the transaction holds. A caller who named no version did not look; the row's own rules decide.
 */
export function requireVersion(current: number, seen: number | undefined, row: unknown): void {
  if (seen !== undefined && seen !== current) throw new Refusal('version_conflict', { current: row })
}
