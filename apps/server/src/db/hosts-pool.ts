import pg from 'pg'
import { CONNECT_TIMEOUT_MS, type Hosts } from './hosts.ts'
import { WritableClient, type WritableConfig } from './writable-client.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void
type Config = pg.PoolConfig & Pick<WritableConfig, 'answerWithinMs'>

/** A pool whose new connections lead to the one of the hosts that takes writes. */
export class HostsPool extends pg.Pool {
  readonly #hosts: Hosts

  constructor(hosts: Hosts, config: Config) {
    class HostsClient extends WritableClient {
      /** `config`: of the pool. */
      constructor(config: WritableConfig = {}) {
        super({
          ...config,
          ...(hosts.areSeveral && { asksWhetherReadOnly: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
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

/** All connections are in use: says nothing about the host. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
