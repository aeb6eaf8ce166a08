import { setTimeout as sleep } from 'node:timers/promises'
import { WritableClient } from './writable-client.ts'

/** Short, so that an unreachable host does not delay the search. */
export const CONNECT_TIMEOUT_MS = 3_000
/** Requests within this time after a failed search share its error. */
const PAUSE_MS = 250

const LIST_OF_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?#]*,[^/?#]*)(.*)$/

/** A URL per host of a connection string, in order. */
export function urlsOf(connectionString: string): string[] {
  const [, scheme, hosts, rest] = LIST_OF_HOSTS.exec(connectionString) ?? []
  return hosts === undefined ? [connectionString] : hosts.split(',').map((host) => `${scheme}${host}${rest}`)
}

/** Finds the writable host of a connection string. A single host is used without a search. */
export class Hosts {
  /** The writable host, as last seen. */
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

  /** Returns the URL of the writable host. Throws without one. */
  async find(): Promise<string> {
    if (!this.#isKnown) {
      // Concurrent requests share one search.
      this.#search ??= this.#searchOnce()
      await this.#search.catch((error) => {
        throw new NoHostError(error)
      })
    }
    return this.url
  }

  /** Reports that the host of this URL failed. False without another host. */
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
        await requireWritable(url)
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

/** A separate error per request, with the message of the last tried host. */
class NoHostError extends Error {
  readonly code: string | undefined
  constructor(cause: Error & { code?: string }) {
    super(cause.message)
    this.code = cause.code
  }
}

async function requireWritable(connectionString: string): Promise<void> {
  const client = new WritableClient({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    checksReadOnly: true,
  })
  await client.connect()
  void client.end()
}
