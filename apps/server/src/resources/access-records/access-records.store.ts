import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'

type Table = 'roles' | 'policies'

/** Locks the record until the transaction ends. */
export async function lockRecord(tx: Tx, table: Table, id: string): Promise<void> {
  await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}

/** Another record of this name, in any case. */
export function findOfName(db: Reader, table: Table, name: string, notId: string | null) {
  return db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(sql<SqlBool>`lower(name) = lower(${name}) AND id IS DISTINCT FROM ${notId}::uuid`)
    .executeTakeFirst()
}

/** Columns of every update. */
export const stampOf = (by: string) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`clock_timestamp()`,
  updated_by: by,
})
