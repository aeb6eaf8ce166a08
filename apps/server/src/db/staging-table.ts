import { randomBytes } from 'node:crypto'

const FILEKEY = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

const RUN = /^[0-9a-f]{12}$/

/**
 * Table of staged rows. `run`: null for imports, actions, and inquiries checked by the former release. Accepts only UUIDs
 * and runs, because the name is interpolated into SQL.
 */
export function stagingTable(filekey: string, run: string | null = null): string {
  if (!FILEKEY.test(filekey)) throw new TypeError('filekey is not a uuid')
  if (run !== null && !RUN.test(run)) throw new TypeError('not a run')
  const table = `staging.f_${filekey.replaceAll('-', '').toLowerCase()}`
  return run === null ? table : `${table}_${run}`
}

/** A name for a dry run, so that workers that stage the same file write different tables. */
export const newRun = (): string => randomBytes(6).toString('hex')
