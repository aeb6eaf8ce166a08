import type { Client } from 'pg'
import { StartError } from '../../config/start-error.ts'
import { connectClient } from '../../db/client.ts'
import { requireOtherDatabase } from '../../kernel/require-ledger.ts'
import type { OwnerUrls } from './owner-url.ts'

/** The owner's connection to the ledger: `main`, if that has it. Throws unless it is the ledger of this system. */
export async function connectLedger(main: Client, { url, ledgerUrl }: OwnerUrls): Promise<Client> {
  if (ledgerUrl === url) {
    await requireOwnLedger(main)
    return main
  }
  const ledger = await connectClient(ledgerUrl)
  try {
    await requireOtherDatabase(main, ledger)
    return ledger
  } catch (error) {
    await ledger.end()
    throw error
  }
}

/** Only a separate ledger is followed by copies of its sums. */
async function requireOwnLedger(main: Client): Promise<void> {
  const { rowCount } = await main.query(`SELECT FROM ledger_readers WHERE name = 'sums' AND version <> 0`)
  if (rowCount)
    throw new StartError(
      'This system has its ledger in another database: set LEDGER_DATABASE_URL. If the main database has it again, wait a minute until a worker has seen that.',
    )
}
