import { systemClock } from '../adapters/clock.ts'
import { createEmbeddedProvider } from '../adapters/identity/embedded.ts'
import { type KeysConfig, loadKeys } from '../adapters/keys.ts'
import type { Config } from '../config.ts'
import { createDatabase, createPool } from '../db/client.ts'
import { seedDemoAccounts } from './demo-accounts.ts'

/** Connects to the embedded provider and seeds the demo accounts. */
export async function seedDemo(config: Pick<Config, 'databaseUrl'> & KeysConfig): Promise<void> {
  const pool = createPool(config.databaseUrl, { max: 2 })
  const db = createDatabase(pool)
  const { identity: key } = await loadKeys(config)
  const identity = createEmbeddedProvider({ pool, key, clock: systemClock, onError: console.error })
  await seedDemoAccounts(db, identity)
  await identity.close()
  await db.destroy()
}
