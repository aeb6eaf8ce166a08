/**
 * Statuses of a reply to a call for one record by its id that mean that there is no such record: 404 for an id that is
 * unknown or deleted, 400 or 422 for a text that is no id.
 */
const MISSING: readonly number[] = [400, 404, 422]

export const isMissingRecord = (status: number) => MISSING.includes(status)
