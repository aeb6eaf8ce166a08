import { createKeyring, type Keyring } from './crypto/keyring.ts'
import { type IdentityOptions, type Settings, settingsOf } from './options.ts'
import { createSigningKeys, type SigningKeys } from './tokens/signing-keys.ts'

/** Text that is safe to store and show; null when absent. */
export type Caller = { ip: string | null; userAgent: string | null }

const NOBODY: Caller = { ip: null, userAgent: null }

/** Dependencies of every operation, without state that other processes would need. */
export type Context = Settings & {
  keyring: Keyring
  signingKeys: SigningKeys
  /** Address and user agent of the caller, for the list of sessions. */
  caller: Caller
  now: () => Date
  /** A moment from now by the provider's clock. */
  after: (ms: number) => Date
  /** Runs after the response was sent, so that its duration does not leak through response times. */
  later: (task: () => Promise<unknown>) => void
  /** Resolves when all work passed to `later` is done. */
  settled: () => Promise<void>
}

export function createContext(options: IdentityOptions): Context {
  const settings = settingsOf(options)
  const keyring = createKeyring(options.key)
  const pending = new Set<Promise<unknown>>()
  return {
    ...settings,
    keyring,
    caller: NOBODY,
    signingKeys: createSigningKeys(settings, keyring),
    now: () => new Date(settings.clock()),
    after: (ms) => new Date(settings.clock() + ms),
    later(task) {
      const run = new Promise((resolve) => setImmediate(resolve))
        .then(task)
        .catch(settings.onError)
        .finally(() => pending.delete(run))
      pending.add(run)
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}
