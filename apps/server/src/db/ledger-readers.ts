import type { Database, Reader } from './client.ts'
import type { LedgerReader } from './ledger.ts'
import type { LedgerReaders } from './schema.generated.ts'

type ReaderName = LedgerReaders['name'] & ('sums' | 'cases')

/** Number of the last committed change of the transactions. */
export async function ledgerVersion(ledger: LedgerReader): Promise<string> {
  const { version } = await ledger.selectFrom('ledger_version').select('version').executeTakeFirstOrThrow()
  return version
}

/** The version up to which a job has read. It may be above that of a ledger which was restored to an older moment. */
export async function versionRead(db: Reader, name: ReaderName): Promise<string> {
  const row = await db
    .selectFrom('ledger_readers')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.version
}

export async function noteVersion(db: Database, name: ReaderName, version: string): Promise<void> {
  await db.updateTable('ledger_readers').set({ version }).where('name', '=', name).execute()
}
