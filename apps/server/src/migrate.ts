import { readConfig } from './config.ts'
import { connectClient } from './db/client.ts'
import { databaseHosts } from './db/database-hosts.ts'
import { isPooled } from './db/login.ts'
import { installLedger, installSystem } from './install-system.ts'
import { retryStart } from './kernel/retry-start.ts'
import { explainFailedStart } from './kernel/start-error.ts'

explainFailedStart()
/** Migrates a database as its owner. Safe to repeat and to run concurrently. */
const config = readConfig(process.env)
const { databaseOwnerUrl: ownerUrl, databaseDirectUrl: url } = config
const what = `the database at ${databaseHosts(ownerUrl)}`
await retryStart(async () => (await connectClient(ownerUrl)).end(), { what })
if (config.ledger) {
  const applied = await installLedger(config.ledger)
  console.log(applied.length === 0 ? 'The ledger is up to date.' : `Ledger: applied ${applied.join(', ')}.`)
}
const applied = await installSystem({ ownerUrl, url, hasPooler: isPooled(config) })
console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
