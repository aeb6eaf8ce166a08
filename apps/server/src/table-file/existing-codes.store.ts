import type { TableDeclaration } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import type { Reader } from '../db/client.ts'
import { referencedTable } from '../resources/lookup-tables/referenced-tables.ts'

/** Column of a table with the codes of a field. */
export type CodeColumn = { table: string; code: string }

/** Fields whose codes are in a table: references, and codes of the key, which are in the own one. */
export function codeColumns({ name, fields }: TableDeclaration): Map<string, CodeColumn> {
  return new Map(
    Object.entries(fields).flatMap(([field, { type, key, reference }]): [string, CodeColumn][] => {
      if (reference) return [[field, referencedTable(reference.table)]]
      return type === 'code' && key ? [[field, { table: name, code: field }]] : []
    }),
  )
}

/** Those of the codes that exist, in any state. */
export async function findExistingCodes(
  db: Reader,
  { table, code }: CodeColumn,
  codes: readonly string[],
): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const column = sql.ref(`t.${code}`)
  const { rows } = await sql<{ code: string }>`SELECT DISTINCT ${column} AS code FROM ${sql.table(table)} t
    WHERE t.deleted_at IS NULL AND ${column} = ANY(${codes}::text[])`.execute(db)
  return new Set(rows.map((row) => row.code))
}

/** Existing codes of a category by field. */
export async function findCodesByField(
  db: Reader,
  category: string,
  codes: readonly string[],
): Promise<Map<string, Set<string>>> {
  const table = tableOf(category)
  const found = new Map<string, Set<string>>()
  for (const [field, column] of table ? codeColumns(table) : [])
    found.set(field, await findExistingCodes(db, column, codes))
  return found
}
