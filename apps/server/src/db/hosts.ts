import { setTimeout as sleep } from 'node:timers/promises'
import { WritableClient } from './writable-client.ts'

/** Of a host among several: one that is gone must not hold up the search for long. */
export const CONNECT_TIMEOUT_MS = 3_000
/** After a search in vain: what is asked for within this time shares its error. */
const PAUSE_MS = 250

const LIST_OF_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?#]*,[^/?#]*)(.*)$/

/** The address of each host of a connection string, in its order. */
export function urlsOf(connectionString: string): string[] {
  const [, scheme, hosts, rest] = LIST_OF_HOSTS.exec(connectionString) ?? []
  return hosts === undefined ? [connectionString] : hosts.split(',').map((host) => `${scheme}${host}${rest}`)
}

/** The hosts of a connection string, of which one takes writes. With a single host nothing is searched for. */
export class Hosts {
  /** That takes writes, or did when it was last seen. */
  url: string
  readonly #urls: readonly string[]
  #isKnown: boolean
  #search: Promise<void> | undefined

  constructor(connectionString: string) {
    this.#urls = urlsOf(connectionString)
    this.url = this.#urls[0] ?? connectionString
    this.#isKnown = !this.areSeveral
  }

  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  /** Makes sure that `url` is of the host that takes writes; throws when there is none. */
  async find(): Promise<string> {
    if (!this.#isKnown) {
      // All that need a connection now share one search.
      this.#search ??= this.#searchOnce()
      await this.#search.catch((error) => {
        throw new NoHostError(error)
      })
    }
    return this.url
  }

  /** The host of this address could not be used. False where there is no other. */
  failed(url: string): boolean {
    if (!this.areSeveral) return false
    if (url === this.url) this.#isKnown = false
    return true
  }

  async #searchOnce(): Promise<void> {
    const end = () => {
      this.#search = undefined
    }
    try {
      await this.#tryEach()
      end()
    } catch (error) {
      void sleep(PAUSE_MS).then(end)
      throw error
    }
  }

  async #tryEach(): Promise<void> {
    const last = this.url
    let failure: unknown
    for (const url of [last, ...this.#urls.filter((each) => each !== last)]) {
      try {
        await takesWrites(url)
        this.url = url
        this.#isKnown = true
        return
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

/** One for each that asked, of the last host that was tried. */
class NoHostError extends Error {
  readonly code: string | undefined
  constructor(cause: Error & { code?: string }) {
    super(cause.message)
    this.code = cause.code
  }
}

async function takesWrites(connectionString: string): Promise<void> {
  const client = new WritableClient({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    asksWhetherReadOnly: true,
  })
  await client.connect()
  void client.end()
}
