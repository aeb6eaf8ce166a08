import { connectClient } from '../db/client.ts'
import { copySumsAsOwner, type OwnerUrls } from '../ops/load/owner-connections.ts'

/** Counts the sums again after a test wrote transactions itself, and copies them to the main database. */
export async function refreshSums(urls: OwnerUrls): Promise<void> {
  const ledger = await connectClient(urls.ledgerUrl)
  await ledger.query('SELECT rebuild_sums()').finally(() => ledger.end())
  await copySumsAsOwner(urls, { isWhole: true })
}
