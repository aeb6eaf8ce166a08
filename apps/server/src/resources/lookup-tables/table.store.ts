import { type TableDeclaration, templateColumns } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { TableData } from './table-data.ts'
import { storedRows, toRow, usageOf } from './table-source.ts'
import type { Values } from './table-values.ts'

type Of<D extends TableDeclaration> = { table: D; data: TableData }

/** Undefined for a row that is deleted or never was. */
export async function findRow<D extends TableDeclaration>(db: Reader, { table, data }: Of<D>, id: string) {
  const row = await storedRows(db, table, data)
    .where(sql<boolean>`t.id = ${id} AND t.deleted_at IS NULL`)
    .executeTakeFirst()
  return row && toRow<D>(row)
}

/** Locks the row first, so that what is read is what the transaction changes. `deleted`: of tombstones alone. */
export async function lockRow<D extends TableDeclaration>(
  tx: Tx,
  { table, data }: Of<D>,
  id: string,
  deleted = false,
) {
  const state = deleted ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`
  const { rows } =
    await sql`SELECT id FROM ${sql.table(table.name)} WHERE id = ${id} AND ${state} FOR UPDATE`.execute(tx)
  if (rows.length === 0) return undefined
  return toRow<D>(
    await storedRows(tx, table, data).where(sql<boolean>`t.id = ${id}`).executeTakeFirstOrThrow(),
  )
}

export async function insertRow(
  tx: Tx,
  table: TableDeclaration,
  values: Values,
  by: string,
): Promise<string> {
  const names = templateColumns(table)
  const { rows } = await sql<{ id: string }>`INSERT INTO ${sql.table(table.name)}
    (${sql.join(names.map((name) => sql.ref(name)))}, created_by, updated_by)
    VALUES (${sql.join(names.map((name) => values[name] ?? null))}, ${by}, ${by}) RETURNING id`.execute(tx)
  return rows[0]?.id ?? ''
}

export async function updateRow(
  tx: Tx,
  table: TableDeclaration,
  id: string,
  values: Values,
  by: string,
): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`UPDATE ${sql.table(table.name)} SET ${sql.join(set)}, version = version + 1,
    updated_at = clock_timestamp(), updated_by = ${by} WHERE id = ${id}`.execute(tx)
}

/** Leaves a tombstone that constraints and lists do not see, or brings the row back; the next version either way. */
export async function setDeleted(
  tx: Tx,
  table: TableDeclaration,
  id: string,
  isDeleted: boolean,
  by: string,
) {
  await sql`UPDATE ${sql.table(table.name)} SET deleted_at = ${isDeleted ? sql`now()` : null}, version = version + 1,
    updated_at = clock_timestamp(), updated_by = ${by} WHERE id = ${id}`.execute(tx)
}

/** How many times a row is used. */
export async function countUses(tx: Tx, { table, data }: Of<TableDeclaration>, id: string): Promise<number> {
  const { usage } = data
  if (!usage) return 0
  const { rows } = await sql<{ uses: string }>`SELECT coalesce(sum(used.${sql.ref(usage.count)}), 0) AS uses
    FROM ${sql.table(table.name)} t JOIN ${sql.table(usage.table)} used ON ${usageOf(usage)}
    WHERE t.id = ${id}`.execute(tx)
  return Number(rows[0]?.uses ?? 0)
}
