import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { explainCertificate } from '../config/certificate.ts'

/** PostgreSQL's read_only_sql_transaction. */
const READ_ONLY = '25006'
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_MS = 30_000

export type WritableConfig = pg.ClientConfig & {
  /**
   * Closes a connection that is silent for this time. By default it does so only if the host is unreachable too,
   * because statements of jobs may take long.
   */
  silenceTimeoutMs?: number
  /** Queries the state if the server's report is not forwarded, as by PgBouncer. */
  checksReadOnly?: boolean
}

/** A connection to a writable database. Fails to connect to a read-only one, and ends when it becomes read-only. */
export class WritableClient extends pg.Client {
  readonly #config: WritableConfig
  /** Parameters (`on` or `off`) that the server reports on connecting; PgBouncer does not forward them. */
  readonly #reported = new Map<string, string>()

  constructor(config: WritableConfig) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...config,
    })
    this.#config = config
    // A lost connection fails the current or next statement. Without a listener its event would end the process.
    this.on('error', () => {})
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
      this.#reported.set(parameterName, parameterValue),
    )
    // Ends immediately, so that neither the pool nor a pooler reuses the connection.
    this.connection.on('errorMessage', ({ code, severity }) => {
      if (code === READ_ONLY || severity === 'FATAL') void this.end()
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(() => callback(null), callback)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    await super.connect().catch((error) => {
      throw explainCertificate(error, this)
    })
    // A pooler accepts connections before it has a server, so the first query may wait for one.
    const late = setTimeout(() => this.#socket.destroy(new NoResponseError(this)), CONNECT_TIMEOUT_MS)
    try {
      if (await this.#isReadOnly()) throw new ReadOnlyError(this)
    } catch (error) {
      void this.end()
      throw error
    } finally {
      clearTimeout(late)
    }
    this.#watchSilence()
    return this
  }

  async #isReadOnly(): Promise<boolean> {
    const isStandby = this.#reported.get('in_hot_standby')
    if (isStandby !== undefined)
      return isStandby === 'on' || this.#reported.get('default_transaction_read_only') === 'on'
    if (!this.#config.checksReadOnly) return false
    const { rows } = await this.query('SHOW transaction_read_only')
    return rows[0]?.transaction_read_only === 'on'
  }

  /** The plain or TLS socket. */
  get #socket(): Socket {
    return this.connection.stream as Socket
  }

  /** Detects a lost host; TCP alone takes a quarter of an hour while it is sending. */
  #watchSilence(): void {
    const socket = this.#socket
    // The address, because the name may lead to another host later.
    const { remoteAddress: host, remotePort: port } = socket
    const { silenceTimeoutMs } = this.#config
    const silenceMs = silenceTimeoutMs ?? SILENCE_MS
    socket.setTimeout(silenceMs)
    socket.on('timeout', async () => {
      if (silenceTimeoutMs === undefined && (await isReachable(host, port))) socket.setTimeout(silenceMs)
      else socket.destroy(new NoResponseError(this))
    })
  }
}

function isReachable(host: string | undefined, port: number | undefined): Promise<boolean> {
  // A Unix socket has no host or port: assume reachable.
  if (host === undefined || port === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS })
    const settle = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => settle(true))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })
}

class ReadOnlyError extends Error {
  readonly code = READ_ONLY
  constructor({ host, port }: pg.Client) {
    super(`The database at ${host}:${port} is read-only: it is a replica or set to read-only.`)
  }
}

class NoResponseError extends Error {
  readonly code = 'ETIMEDOUT'
  constructor({ host, port }: pg.Client) {
    super(`The database at ${host}:${port} did not respond in time.`)
  }
}
