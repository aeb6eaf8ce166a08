import pg from 'pg'
import { CONNECT_TIMEOUT_MS, type Hosts } from './hosts.ts'
import { WritableClient, type WritableConfig } from './writable-client.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void
type Config = pg.PoolConfig & Pick<WritableConfig, 'silenceTimeoutMs'>

/** A pool whose new connections go to the writable host. */
export class HostsPool extends pg.Pool {
  readonly #hosts: Hosts

  constructor(hosts: Hosts, config: Config) {
    class HostsClient extends WritableClient {
      /** `config`: configuration of the pool. */
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

/** All connections are in use, which says nothing about the host. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
