import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db/client.ts'

type Table = 'roles' | 'policies'

export async function lockRecord(tx: Tx, table: Table, id: string): Promise<void> {
  await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}

export function findOfName(db: Reader, table: Table, name: string, notId: string | null) {
  return db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(sql<SqlBool>`lower(name) = lower(${name}) AND id IS DISTINCT FROM ${notId}::uuid`)
    .executeTakeFirst()
}

export const stampOf = (by: string) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`clock_timestamp()`,
  updated_by: by,
})
