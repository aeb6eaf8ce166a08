const DAY_MS = 86_400_000

/** Retention in days; docs/retention.md states the start of each period. */
export const RETENTION_DAYS = {
  /** Uploads and their results. */
  originals: 90,
  /** Results of exports and actions, which have no upload. */
  results: 30,
  /** Error and rejected files, previews, and the first errors of a dry run. */
  reports: 30,
  /** Results of single inquiries, as long as those of files. */
  answers: 90,
  /** Uploads without registration; their link may be used until it expires. */
  neverRegistered: 1,
  /** Short, because stored replies may contain links and results. */
  idempotencyKeys: 2,
  /** Period of the approval rules that count changes. */
  changeCounts: 1,
  /** Period for counting guesses of card numbers. */
  guessCounts: 30,
  /** Messages to users about cases, read or not. */
  notices: 30,
  /** Data of a deleted user other than name and email. */
  profiles: 30,
  /** Leftover intermediate data of a finished file, which its own job usually removes. */
  leftovers: 1,
} as const

/** The audit trail and the records that its events refer to. */
export const RECORD_YEARS = 5

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Maps 29 February to the day before, like PostgreSQL, so that nothing is removed early. */
export function yearsBefore(now: Date, years: number): Date {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - years)
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
