import { createDatabase, createPool } from '../../db/client.ts'
import { createLedger } from '../../db/ledger.ts'
import { copySums } from '../../jobs/copy-sums.ts'
import type { OwnerUrls } from './owner-url.ts'

/** Copies the sums of a separate ledger to the main database at once, not with the next job. */
export async function copySumsAsOwner(
  { url, ledgerUrl }: OwnerUrls,
  options: { isWhole?: boolean } = {},
): Promise<void> {
  if (ledgerUrl === url) return
  const pool = createPool(url, { max: 1, asOwner: true })
  const ledgerPool = createPool(ledgerUrl, { max: 1, asOwner: true })
  const db = createDatabase(pool)
  try {
    await copySums({ db, ledger: createLedger({ db, pool }, ledgerPool) }, options)
  } finally {
    await Promise.all([db.destroy(), ledgerPool.end()])
  }
}
