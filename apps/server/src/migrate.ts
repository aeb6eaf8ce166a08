import { readConfig } from './config/config.ts'
import { explainFailedStart } from './config/start-error.ts'
import { connectClient } from './db/client.ts'
import { databaseHosts, isPooled } from './db/login.ts'
import { retryStart } from './kernel/process-start.ts'
import { requireOtherDatabase } from './kernel/require-ledger.ts'
import { installLedger, installSystem } from './ops/install/install-system.ts'

explainFailedStart()
/** Migrates the database, and a separate ledger, as their owners. Safe to repeat and to run concurrently. */
const config = readConfig(process.env)
const { databaseOwnerUrl: ownerUrl, databaseDirectUrl: url, ledger } = config
const connect = (what: string, at: string) =>
  retryStart(() => connectClient(at), { what: `the ${what} at ${databaseHosts(at)}` })

const main = await connect('database', ownerUrl)
// First, so that a failure leaves the main database, which the former release uses, as it was.
if (ledger) {
  const apart = await connect('ledger', ledger.ownerUrl)
  await requireOtherDatabase(main, apart)
  await apart.end()
  report('ledger', await installLedger(ledger))
}
await main.end()
report('database', await installSystem({ ownerUrl, url, hasPooler: isPooled(config) }))

function report(what: string, applied: readonly string[]): void {
  console.log(
    applied.length === 0 ? `The ${what} is up to date.` : `Applied to the ${what}: ${applied.join(', ')}.`,
  )
}
