/** Statuses of a call for a record that does not exist: 404 for an unknown or deleted id, 400 and 422 for an invalid one. */
const MISSING: readonly number[] = [400, 404, 422]

export const isMissingRecord = (status: number) => MISSING.includes(status)
