import { migrateIdentity } from '@backoffice/identity'
import type { Config } from '../../config/config.ts'
import { connectClient, createDatabase, createPool } from '../../db/client.ts'
import { divideLedger } from '../../db/divide-ledger.ts'
import { requireOwner, setLoginDefaults } from '../../db/login.ts'
import { migrate, withMigrationLock } from '../../db/migrate.ts'
import { requireServerVersion } from '../../db/server-version.ts'
import { installQueues } from '../../jobs/queue.ts'
import { installStarterAccess, refreshRisks } from './install-access.ts'

type Options = {
  ownerUrl: string
  /** URL of the application, without a pooler. */
  url: string
  hasPooler?: boolean
}

type LedgerUrls = NonNullable<Config['ledger']>

/**
 * Installs or upgrades a database, as its owner: tables, identity, queues, starter roles. Concurrent calls run one after
 * the other. Returns the names of the applied migrations.
 */
export async function installSystem({ ownerUrl, url, hasPooler = false }: Options): Promise<string[]> {
  const client = await connectClient(ownerUrl)
  try {
    await requireServerVersion(client)
    await requireOwner(client)
    return await withMigrationLock(client, async () => {
      const applied = await migrate(client)
      await migrateIdentity(client)
      await installQueues(ownerUrl)
      if (hasPooler) await setLoginDefaults(url)
      const db = createDatabase(createPool(url, { max: 1 }))
      try {
        await installStarterAccess(db)
        await refreshRisks(db)
      } finally {
        await db.destroy()
      }
      return applied
    })
  } finally {
    await client.end()
  }
}

/** Installs or upgrades a separate ledger, as its owner: all tables, of which it uses its part. */
export async function installLedger({ ownerUrl, directUrl, url }: LedgerUrls): Promise<string[]> {
  const client = await connectClient(ownerUrl)
  try {
    await requireServerVersion(client, 'LEDGER_DATABASE')
    await requireOwner(client, 'LEDGER_DATABASE')
    return await withMigrationLock(client, async () => {
      const applied = await migrate(client)
      await divideLedger(client)
      // So that its copied sums are those of a change, by which the main database knows that its ledger is elsewhere.
      await client.query('UPDATE ledger_version SET version = 1 WHERE version = 0')
      if (url !== directUrl) await setLoginDefaults(directUrl)
      return applied
    })
  } finally {
    await client.end()
  }
}
