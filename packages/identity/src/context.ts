import { createKeyring, type Keyring } from './crypto/keyring.ts'
import { type IdentityOptions, type Settings, settingsOf } from './options.ts'
import { createSigningKeys, type SigningKeys } from './tokens/signing-keys.ts'

/** Text fit to be stored and shown; null where nothing was said. */
export type Caller = { ip: string | null; userAgent: string | null }

const NOBODY: Caller = { ip: null, userAgent: null }

/** What every operation works with. Nothing in it is state another process would need. */
export type Context = Settings & {
  keyring: Keyring
  signingKeys: SigningKeys
  /** Who asks, as far as that is known: for the list of sessions. */
  caller: Caller
  now: () => Date
  /** A moment from now by the provider's clock. */
  after: (ms: number) => Date
  /** Runs once the answer is on its way, so that its time does not show in the answer's. */
  later: (task: () => Promise<unknown>) => void
  /** Resolves when everything given to `later` is done. */
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
