const DAY_MS = 86_400_000

/** Days that data is kept; docs/retention.md says of which time. */
export const RETENTION_DAYS = {
  /** Uploads and their results. */
  originals: 90,
  /** Of exports and actions, which have no upload. */
  results: 30,
  /** Error and rejected files, previews, and the first errors of a dry run. */
  reports: 30,
  /** Of single inquiries: they show what a result would. */
  answers: 90,
  /** The link of an upload that ended unregistered may have been used until it expired. */
  neverRegistered: 1,
  /** Calls are not repeated days later, and stored replies may contain links and answers. */
  idempotencyKeys: 2,
  /** Days in which repeated last four digits count. */
  lastFourCounts: 30,
  /** What a deleted user has left beside name and e-mail. */
  profiles: 30,
  /** Intermediate data of a file that has ended; its own job removes it at once. */
  leftovers: 1,
} as const

/** The audit trail, and the records that its events tell of. */
export const RECORD_YEARS = 5

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Of 29 February the day before, as PostgreSQL counts: nothing goes early. */
export function yearsBefore(now: Date, years: number): Date {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - years)
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
