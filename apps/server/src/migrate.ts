import { migrateIdentity } from '@backoffice/identity'
import { installStarterAccess } from './accounts/install-access.ts'
import { readConfig } from './config.ts'
import { connectClient, createDatabase, createPool } from './db/client.ts'
import { isPooled, setLoginDefaults } from './db/login.ts'
import { migrate } from './db/migrate.ts'
import { installQueues } from './jobs/queue.ts'

/** Brings a database up to date, as its owner: tables, identity, queues, starter roles. Safe to run again. */
const config = readConfig(process.env)
const client = await connectClient(config.databaseOwnerUrl)
try {
  const applied = await migrate(client)
  await migrateIdentity(client)
  await installQueues(config.databaseOwnerUrl)
  if (isPooled(config)) await setLoginDefaults(config.databaseDirectUrl)
  const pool = createPool(config.databaseDirectUrl, { max: 1 })
  const db = createDatabase(pool)
  await installStarterAccess(db)
  await db.destroy()
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
} finally {
  await client.end()
}
