import type { TableName } from '@backoffice/contract/tables/headers'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { staged } from '../../files/check/table-staging.ts'
import { isStaged } from '../../files/staging/is-staged.ts'
import { stagingTable } from '../../files/staging/staging.ts'
import { ownPending } from './requests/pending.store.ts'

/** A pending import of the user with one of these rows. */
export async function findOwnImport(
  tx: Tx,
  { userId, table, ids }: { userId: string; table: TableName; ids: readonly string[] },
) {
  const imports = await ownPending(tx, userId)
    .select('records')
    .where('endpoint', '=', `${table}.import`)
    .execute()
  for (const found of imports) {
    const filekey = found.records[0] ?? ''
    if (!(await isStaged(tx, stagingTable(filekey)))) continue
    const { rows } =
      await sql`SELECT FROM ${staged(filekey)} WHERE outcome = 'C' AND id = ANY(${[...ids]}::uuid[]) LIMIT 1`.execute(
        tx,
      )
    if (rows.length > 0) return found
  }
  return undefined
}
