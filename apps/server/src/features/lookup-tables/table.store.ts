import { keyFields, type TableDeclaration, writtenColumns } from '@backoffice/contract/table'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { preparedRead } from '../../db/statements.ts'
import { maskedInSql, replyColumns, replyRows, toRow } from './table-source.ts'
import type { Values } from './table-values.ts'

/** Finds a row of the table by id; undefined for deleted and unknown rows. */
export function rowReader<D extends TableDeclaration>(table: D) {
  const read = preparedRead<object>(`${table.name}-by-id`, (db, id) =>
    replyRows(db, table).where(sql<boolean>`t.id = ${id} AND t.deleted_at IS NULL`),
  )
  return async (db: Reader, id: string) => {
    const row = await read(db, id)
    return row && toRow<D>(row)
  }
}

/** Locks the row. `deleted` finds only deleted rows. */
export async function lockRow<D extends TableDeclaration>(tx: Tx, table: D, id: string, deleted = false) {
  const row = await replyRows(tx, table)
    .where(sql<boolean>`t.id = ${id} AND t.deleted_at IS ${deleted ? sql`NOT NULL` : sql`NULL`}`)
    .modifyEnd(sql`FOR UPDATE OF t`)
    .executeTakeFirst()
  return row && toRow<D>(row)
}

/** Locks the row that was deleted last with the key of these values. */
export async function lockFormer<D extends TableDeclaration>(tx: Tx, table: D, values: Values) {
  const same = keyFields(table).map((name) => sql`${sql.ref(`t.${name}`)} = ${values[name]}`)
  const row = await replyRows(tx, table)
    .where(sql<boolean>`t.deleted_at IS NOT NULL AND ${sql.join(same, sql` AND `)}`)
    .orderBy(sql`t.deleted_at DESC`)
    .limit(1)
    .modifyEnd(sql`FOR UPDATE OF t`)
    .executeTakeFirst()
  return row && toRow<D>(row)
}

export async function insertRow(tx: Tx, table: TableDeclaration, values: Values, by: string) {
  const names = writtenColumns(table)
  const { rows } = await sql<object>`INSERT INTO ${sql.table(table.name)} AS t
    (${sql.join(names.map((name) => sql.ref(name)))}, created_by, updated_by)
    VALUES (${sql.join(names.map((name) => values[name] ?? null))}, ${by}, ${by})
    RETURNING ${sql.join(replyColumns(table))}`.execute(tx)
  return writtenRow(rows)
}

export function updateRow(tx: Tx, table: TableDeclaration, id: string, values: Values, by: string) {
  return changeRow(tx, table, id, assignments(values), by)
}

/** Writes the values to a deleted row, which comes back with its id. */
export function bringBack(tx: Tx, table: TableDeclaration, id: string, values: Values, by: string) {
  return changeRow(tx, table, id, sql`${assignments(values)}, deleted_at = NULL`, by)
}

function assignments(values: Values) {
  return sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
}

/** Marks the row as deleted, hidden from constraints and lists, or restores it; increments the version. */
export function setDeleted(tx: Tx, table: TableDeclaration, id: string, isDeleted: boolean, by: string) {
  return changeRow(tx, table, id, sql`deleted_at = ${isDeleted ? sql`clock_timestamp()` : null}`, by)
}

async function changeRow(tx: Tx, table: TableDeclaration, id: string, set: RawBuilder<unknown>, by: string) {
  const { rows } = await sql<object>`UPDATE ${sql.table(table.name)} AS t SET ${set}, version = version + 1,
    updated_at = clock_timestamp(), updated_by = ${by} WHERE id = ${id}
    RETURNING ${sql.join(replyColumns(table))}`.execute(tx)
  if (!table.derived) return writtenRow(rows)
  // The statement does not see what its triggers have written, such as the move of a terminal.
  return writtenRow(await replyRows(tx, table).where(sql<boolean>`t.id = ${id}`).execute())
}

function writtenRow([row]: readonly object[]) {
  if (!row) throw new Error('The row was locked and is gone')
  return toRow(row)
}

type MaskedChange = readonly [before: string | null, after: string | null]

/**
 * Written masked fields, with their values masked. A value that equals the stored one counts as a change, because the
 * reply, the version and the history would otherwise confirm a guess.
 */
export async function findMaskedChanges(
  tx: Tx,
  table: TableDeclaration,
  id: string | null,
  values: Values,
): Promise<Record<string, MaskedChange>> {
  const changes: Record<string, MaskedChange> = {}
  for (const name of Object.keys(values).filter((each) => table.fields[each]?.masked)) {
    const column = sql.ref(`t.${name}`)
    const value = sql`${values[name]}::text`
    const { rows } = await sql<{ before: string | null; after: string | null }>`
      SELECT ${maskedInSql(column)} AS before, ${maskedInSql(value)} AS after
      FROM (SELECT) one LEFT JOIN ${sql.table(table.name)} t ON t.id = ${id}
      WHERE ${value} IS NOT NULL OR ${column} IS NOT NULL`.execute(tx)
    const [changed] = rows
    if (changed) changes[name] = [changed.before, changed.after]
  }
  return changes
}
