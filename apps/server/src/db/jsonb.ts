import { type RawBuilder, sql } from 'kysely'

/** A value for a JSON column, which the driver would write as an array of PostgreSQL if it is an array. */
export const jsonb = <T>(value: T): RawBuilder<T> => sql`${JSON.stringify(value)}::jsonb`
