import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.generated.ts'

export type Database = Kysely<DB>
/** A transaction; the first argument of every store function that writes. */
export type Tx = Transaction<DB>
/** Reads run on either. */
export type Reader = Database | Tx

/** Every connection acts as this role, whoever logged in: it cannot change tables nor the audit trail. */
export const AS_APPLICATION = '-c role=backoffice_app'

const DATE_OID = 1082
// A date is a day of the calendar; turning it into an instant would move it across time zones.
pg.types.setTypeParser(DATE_OID, (value) => value)

export type PoolOptions = { max?: number; onError?: (error: Error) => void }

export function createPool(connectionString: string, { max = 10, onError }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: `${AS_APPLICATION} -c timezone=UTC`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // An idle connection that breaks (a restarted database) is replaced by the pool; without a
  // listener it would end the process.
  pool.on('error', (error) => onError?.(error))
  return pool
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Lets the queue send a job inside the transaction it follows. */
export function jobsIn(tx: Reader) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as unknown[] as never[] }
    },
  }
}

/**
 * A transaction whose connection is also at hand as it is, for COPY. `work` may use both; it is rolled
 * back when it throws, and a connection that broke does not go back to the pool.
 */
export async function withClient<T>(
  pool: pg.Pool,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A broken connection also fails the query under way, which is where it is handled.
  const ignore = () => {}
  client.on('error', ignore)
  // Bound: the driver keeps its state on the client itself. Kysely asks a connection for nothing else.
  const lent = { query: client.query.bind(client), release: () => {} }
  const only = { connect: async () => lent, end: async () => {}, options: {} }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: only }) })
  try {
    const result = await db.transaction().execute((tx) => work(tx, client))
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    client.off('error', ignore)
    client.release(true)
    throw error
  }
}
