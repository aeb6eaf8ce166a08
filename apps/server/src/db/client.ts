import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.generated.ts'

export type Database = Kysely<DB>
/** First argument of every store function that writes. */
export type Tx = Transaction<DB>
/** Either: for reads. */
export type Reader = Database | Tx

/** Every connection switches to this role, which can change neither tables nor the audit trail. */
export const AS_APPLICATION = '-c role=backoffice_app'

const DATE_OID = 1082
// Keeps dates as text: a Date is an instant and would shift across time zones.
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
  // The pool replaces a broken idle connection; without a listener its error would end the process.
  pool.on('error', (error) => onError?.(error))
  // The pool removes its own listener from a checked-out connection. The running or next statement reports the loss.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** One connection for a command. Its loss fails the running or next statement. */
export async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL rolled the transaction back in favour of another: deadlock, serialization failure or lock timeout. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(40P01|40001|55P03)$/.test(String(error.code))
}

/** Lets pg-boss send a job inside the given transaction. */
export function toJobDatabase(tx: Reader) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as unknown[] as never[] }
    },
  }
}

/**
 * A transaction together with its raw connection, for COPY. Rolled back when `work` throws; a broken connection
 * is not returned to the pool.
 */
export async function withClient<T>(
  pool: pg.Pool,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // All that Kysely uses of a connection. Bound: the driver keeps its state on the client.
  const connection = { query: client.query.bind(client), release: () => {} }
  const singleConnectionPool = { connect: async () => connection, end: async () => {}, options: {} }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: singleConnectionPool }) })
  let failure: { reason: unknown } | undefined
  const keepReason = (reason: unknown) => {
    failure = { reason }
    throw reason
  }
  try {
    const result = await db.transaction().execute((tx) => work(tx, client).catch(keepReason))
    client.release()
    return result
  } catch (error) {
    client.release(true)
    // On a broken connection the rollback fails too, and its error would hide the cause.
    throw failure ? failure.reason : error
  }
}
