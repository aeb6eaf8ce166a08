import { connect, type Socket } from 'node:net'
import pg from 'pg'

/** PostgreSQL's read_only_sql_transaction. */
const READ_ONLY = '25006'
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_MS = 30_000

export type WritableConfig = pg.ClientConfig & {
  /**
   * A connection without a byte for this time is given up. Default: only when the host cannot be reached either,
   * because a statement of a job may take as long as it likes.
   */
  answerWithinMs?: number
  /** Asks where nothing in between forwards what the server reports of itself. */
  asksWhetherReadOnly?: boolean
}

/** A connection of a database that takes writes: refused and given up where it turns out to take none. */
export class WritableClient extends pg.Client {
  readonly #config: WritableConfig
  /** `off` or `on`, as the server reports it while connecting; PgBouncer does not forward it. */
  readonly #reported = new Map<string, string>()

  constructor(config: WritableConfig) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...config,
    })
    this.#config = config
    // A lost connection fails the running or next statement; its event without a listener would end the process.
    this.on('error', () => {})
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
      this.#reported.set(parameterName, parameterValue),
    )
    // At once, so that it is lent to nobody: a pooler too throws away a server whose client leaves within a transaction.
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
    await super.connect()
    // A pooler answers before it has a server: what it is asked may wait for one.
    const late = setTimeout(() => this.#socket.destroy(new NoAnswerError(this)), CONNECT_TIMEOUT_MS)
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
    if (!this.#config.asksWhetherReadOnly) return false
    const { rows } = await this.query('SHOW transaction_read_only')
    return rows[0]?.transaction_read_only === 'on'
  }

  /** Of TLS or not: nothing else is configured. */
  get #socket(): Socket {
    return this.connection.stream as Socket
  }

  /** TCP alone takes a quarter of an hour to find that a host is gone while it was being sent something. */
  #watchSilence(): void {
    const socket = this.#socket
    // The address, not the name, which may lead to another host by then.
    const { remoteAddress: host, remotePort: port } = socket
    const { answerWithinMs } = this.#config
    const silenceMs = answerWithinMs ?? SILENCE_MS
    socket.setTimeout(silenceMs)
    socket.on('timeout', async () => {
      if (answerWithinMs === undefined && (await isReachable(host, port))) socket.setTimeout(silenceMs)
      else socket.destroy(new NoAnswerError(this))
    })
  }
}

function isReachable(host: string | undefined, port: number | undefined): Promise<boolean> {
  // A socket of this machine has neither.
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
    super(`The database at ${host}:${port} takes no writes: it is a replica, or set to read-only.`)
  }
}

class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT'
  constructor({ host, port }: pg.Client) {
    super(`The database at ${host}:${port} did not answer in time.`)
  }
}
