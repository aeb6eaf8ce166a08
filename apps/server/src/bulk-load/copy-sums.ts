import { createDatabase, createPool } from '../db/client.ts'
import { createLedger } from '../db/ledger.ts'
import { mirrorSums } from '../jobs/mirror-sums.ts'

/** Owner's connection strings of the main database and its ledger; the same if the main database has it. */
export type OwnerUrls = { url: string; ledgerUrl: string }

/** Copies the sums of a ledger apart to the main database at once, not with the next job. */
export async function copySums(
  { url, ledgerUrl }: OwnerUrls,
  options: { isWhole?: boolean } = {},
): Promise<void> {
  if (ledgerUrl === url) return
  const pool = createPool(url, { max: 1, asOwner: true })
  const ledgerPool = createPool(ledgerUrl, { max: 1, asOwner: true })
  const db = createDatabase(pool)
  try {
    await mirrorSums({ db, ledger: createLedger({ db, pool }, ledgerPool) }, options)
  } finally {
    await Promise.all([db.destroy(), ledgerPool.end()])
  }
}
