/** An active user without a sign-in for this many days is dormant. */
export const DORMANT_DAYS = 60
