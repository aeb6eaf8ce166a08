/** A demo row of a lookup table; `changed_days_ago` is counted from the day of the demo. */
export type LookupRow = Readonly<Record<string, string | number | boolean | null>>
