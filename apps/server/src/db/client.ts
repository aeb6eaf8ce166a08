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
  // The pool takes its own listener off a connection that it lends: one that is lost meanwhile would end the process.
  // The statement under way, or the next one, fails of it, which is where it is handled.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** One connection, for a command that ends with it. Its loss fails the statement under way, or the next one. */
export async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL has rolled the transaction back for the sake of another: a deadlock, a conflict, a lock that was not had. */
export function gaveWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(40P01|40001|55P03)$/.test(String(error.code))
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
  // Bound: the driver keeps its state on the client itself. Kysely asks a connection for nothing else.
  const lent = { query: client.query.bind(client), release: () => {} }
  const only = { connect: async () => lent, end: async () => {}, options: {} }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: only }) })
  let failure: { reason: unknown } | undefined
  const noted = (reason: unknown) => {
    failure = { reason }
    throw reason
  }
  try {
    const result = await db.transaction().execute((tx) => work(tx, client).catch(noted))
    client.release()
    return result
  } catch (error) {
    client.release(true)
    // On a broken connection the rollback fails as well: its error would hide why.
    throw failure ? failure.reason : error
  }
}
