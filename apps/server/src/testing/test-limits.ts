/** Limits of the test system, unless a test sets its own. */
export const TEST_LIMITS = {
  maxBytes: 100 * 1024 ** 2,
  maxRows: 1_000_000,
  uploadsAtOnce: 5,
  storedBytesPerPerson: 20 * 1024 ** 3,
  linkSeconds: 900,
  checksPerHour: 10_000,
}

export const TEST_QUOTAS = {
  reveals: 20,
  cardFiles: 5,
  postingCards: 100,
  notFoundReplies: 100,
  differentCards: 300,
}

export const TEST_HOLDS = {
  notFoundRows: 1_000,
  notFoundPercent: 50,
  notFoundPerDay: 500_000,
  sameLastFourRows: 500,
}
