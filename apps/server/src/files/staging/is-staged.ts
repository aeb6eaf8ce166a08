import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'

/** True if the staging table exists. `table`: from `stagingTable`. */
export async function isStaged(db: Reader | LedgerReader, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS exists`.execute(
    db,
  )
  return rows[0]?.exists ?? false
}
