import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { CONNECT_TIMEOUT_MS, Hosts } from './hosts.ts'
import type { DB } from './schema.ts'
import { commentStatements } from './statements.ts'
import { WritableClient, type WritableConfig } from './writable-client.ts'

export type Database = Kysely<DB>
/** First argument of every store function that writes. */
export type Tx = Transaction<DB>
/** First argument of store functions that read. */
export type Reader = Database | Tx

/** Role of the application, which can change neither the schema nor the audit trail. */
export const APPLICATION_ROLE = 'backoffice_app'
const AS_APPLICATION = `-c role=${APPLICATION_ROLE} -c timezone=UTC`
/** The login's own rights, regardless of its defaults (`setLoginDefaults`). */
const AS_LOGIN = '-c role=none'

const DATE_OID = 1082
// Keeps dates as text, because a Date is an instant and would shift across time zones.
pg.types.setTypeParser(DATE_OID, (value) => value)

/** Limit for calls. Their statements take milliseconds, and a browser waits for the reply. */
export const CALL_SILENCE_TIMEOUT_MS = 30_000

export type PoolOptions = {
  max?: number
  /** A pooler in transaction mode rejects session settings; the login has them by `setLoginDefaults`. */
  isPooled?: boolean
  asOwner?: boolean
  applicationName?: string
  /** See `WritableConfig`. */
  silenceTimeoutMs?: number
  onError?: ((error: Error) => void) | undefined
}

/** `connectionString` may list several hosts; uses the writable one. */
export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const { max = 10, isPooled = false, asOwner = false, applicationName, silenceTimeoutMs, onError } = options
  const pool = new HostsPool(new Hosts(connectionString), {
    max,
    ...(!isPooled && { options: asOwner ? AS_LOGIN : AS_APPLICATION }),
    ...(applicationName !== undefined && { application_name: applicationName }),
    ...(silenceTimeoutMs !== undefined && { silenceTimeoutMs }),
    connectionTimeoutMillis: 10_000,
  })
  // The pool replaces a broken idle connection; without a listener its error would end the process.
  pool.on('error', (error) => onError?.(error))
  // A pooler in transaction mode gives each transaction another server, which may not know the names.
  commentStatements(pool, { mayPrepare: !isPooled })
  return pool
}

type ClientOptions = { asApplication?: boolean; applicationName?: string }

/** One connection for a command, as the login itself. Losing it fails the current or next statement. */
export async function connectClient(
  address: string | Hosts,
  { asApplication = false, applicationName }: ClientOptions = {},
): Promise<pg.Client> {
  const hosts = typeof address === 'string' ? new Hosts(address) : address
  const url = await hosts.find()
  const client = new WritableClient({
    connectionString: url,
    checksReadOnly: hosts.areSeveral,
    options: asApplication ? AS_APPLICATION : AS_LOGIN,
    ...(applicationName !== undefined && { application_name: applicationName }),
  })
  try {
    await client.connect()
    return client
  } catch (error) {
    hosts.failed(url)
    throw error
  }
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** True for a deadlock, serialization failure or lock timeout. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(40P01|40001|55P03)$/.test(String(error.code))
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** The row of a statement that always has one, such as an aggregate without GROUP BY. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('The statement has no row')
  return row
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
 * Runs `work` in a transaction on one connection, for COPY. Rolls back when `work` throws. The connection then is not
 * returned to the pool, because it may be broken.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // On a broken connection the rollback fails too; its error would hide the cause.
    await client.query('ROLLBACK').catch(() => {})
    client.release(true)
    throw error
  }
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void
type Config = pg.PoolConfig & Pick<WritableConfig, 'silenceTimeoutMs'>

/** A pool whose new connections go to the writable host. */
class HostsPool extends pg.Pool {
  readonly #hosts: Hosts

  constructor(hosts: Hosts, config: Config) {
    class HostsClient extends WritableClient {
      /** Configuration of the pool. */
      constructor(config: WritableConfig = {}) {
        super({
          ...config,
          ...(hosts.areSeveral && { checksReadOnly: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
          connectionString: hosts.url,
        })
      }
    }
    super({ ...config, Client: HostsClient })
    this.#hosts = hosts
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    const url = await this.#hosts.find()
    try {
      return await super.connect()
    } catch (error) {
      if (isPoolExhausted(error) || !this.#hosts.failed(url)) throw error
      await this.#hosts.find()
      return super.connect()
    }
  }
}

/** All connections are in use. The host may still be reachable. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** A value for a JSON column, which the driver would write as an array of PostgreSQL if it is an array. */
export const jsonb = <T>(value: T): RawBuilder<T> => sql`${JSON.stringify(value)}::jsonb`
