import type { Kysely } from 'kysely'
import type { Reader, Tx } from './client.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerDB } from './schema.ts'

/** Followers of the ledger: the copies of its sums, and the cases. */
type Follower = 'sums' | 'cases'

/** Number of the last committed change of the transactions. */
export async function ledgerVersion(ledger: Kysely<LedgerDB>): Promise<string> {
  const { version } = await ledger.selectFrom('ledger_version').select('version').executeTakeFirstOrThrow()
  return version
}

const seenBy = (db: Reader, follower: Follower) =>
  db.selectFrom('ledger_readers').select('version').where('name', '=', follower)

/** The version that the follower has last read. After a restore it may be above the ledger's. */
export async function seenVersion(db: Reader, follower: Follower): Promise<string> {
  return (await seenBy(db, follower).executeTakeFirstOrThrow()).version
}

/** The same; others that call it wait until the transaction ends. */
export async function lockSeenVersion(tx: Tx, follower: Follower): Promise<string> {
  return (await seenBy(tx, follower).forUpdate().executeTakeFirstOrThrow()).version
}

/** `seen`: what `seenVersion` returned. Notes nothing if another has noted a version since. */
export async function noteSeenVersion(
  db: Reader,
  follower: Follower,
  { seen, version }: { seen: string; version: string },
): Promise<void> {
  await db
    .updateTable('ledger_readers')
    .set({ version })
    .where('name', '=', follower)
    .where('version', '=', seen)
    .execute()
}

/** Lets the follower read everything again: -1 is unlike any version. */
export async function forgetSeenVersion(tx: Tx, follower: Follower): Promise<void> {
  await tx.updateTable('ledger_readers').set({ version: '-1' }).where('name', '=', follower).execute()
}

/** How many changes of the ledger each follower has not read, also those that it has read before a restore. */
export async function readLedgerLag(db: Reader, { db: ledger }: Pick<Ledger, 'db'>) {
  const readers = await db.selectFrom('ledger_readers').select(['name', 'version']).orderBy('name').execute()
  const version = await ledgerVersion(ledger)
  return readers.map((reader) => ({
    reader: reader.name,
    behind: Math.abs(Number(version) - Number(reader.version)),
  }))
}
