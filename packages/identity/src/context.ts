import { createKeyring, type Keyring } from './crypto/keyring.ts'
import type { Caller } from './events.ts'
import { type IdentityOptions, type Settings, settingsOf } from './options.ts'
import { createSigningKeys, type SigningKeys } from './tokens/signing-keys.ts'

const UNKNOWN_CALLER: Caller = { ip: null, userAgent: null }

/** Dependencies of every operation. Contains no state that other processes need. */
export type Context = Settings & {
  keyring: Keyring
  signingKeys: SigningKeys
  /** Address and user agent of the caller, for sessions and events. */
  caller: Caller
  now: () => Date
  /** Time `ms` from now by the provider's clock. */
  after: (ms: number) => Date
  /** Runs a task after the response, so that response times do not reveal its duration. */
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
    caller: UNKNOWN_CALLER,
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
