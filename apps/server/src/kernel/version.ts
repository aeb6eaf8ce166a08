import { HttpError } from './errors.ts'

/**
 * Optimistic concurrency: throws `version_conflict` with the current row when `seen` is stale. The transaction
 * must hold the row. Without a version the check is skipped.
 */
export function requireVersion(current: number, seen: number | undefined, row: unknown): void {
  if (seen !== undefined && seen !== current) throw new HttpError('version_conflict', { current: row })
}
