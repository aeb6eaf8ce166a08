import type { ReferencedTable } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

/** The tables that others refer to, by their path: where their codes and names are. */
export const REFERENCED_TABLES = {
  'glass/payment_method': { table: 'payment_methods', code: 'payment_method_code', name: 'name' },
  'lookup/company_group': { table: 'company_groups', code: 'company_code', name: 'company_name' },
} as const satisfies Record<ReferencedTable, { table: string; code: string; name: string }>

/** Active and within its effective dates; `today` is the day in Manila. Deleted rows never are. */
export function inForce(alias: string, today: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('deleted_at')} IS NULL AND ${column('status')} = 'ACTIVE'
    AND (${column('effective_from')} IS NULL OR ${column('effective_from')} <= ${today}::date)
    AND (${column('effective_to')} IS NULL OR ${column('effective_to')} >= ${today}::date))`
}

/** Which of the codes are in force. */
export async function findCodesInForce(
  db: Reader,
  path: ReferencedTable,
  codes: readonly string[],
  today: string,
): Promise<Set<string>> {
  const { table, code } = REFERENCED_TABLES[path]
  const { rows } = await sql<{
    code: string
  }>`SELECT ${sql.ref(`r.${code}`)} AS code FROM ${sql.table(table)} r
    WHERE ${sql.ref(`r.${code}`)} = ANY(${codes}) AND ${inForce('r', today)}`.execute(db)
  return new Set(rows.map((row) => row.code))
}

export type Option = { code: string; name: string; in_force: boolean }

const MAX_OPTIONS = 50

/** In force and matching the search, by code; with the selected ones first, whatever their state. */
export async function listOptions(
  db: Reader,
  path: ReferencedTable,
  { search = '', selected = [] }: { search?: string | undefined; selected?: readonly string[] | undefined },
  today: string,
): Promise<{ items: Option[]; more: boolean }> {
  const { table, code, name } = REFERENCED_TABLES[path]
  const pattern = `%${search.trim().replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  const isSelected = sql`${sql.ref(`r.${code}`)} = ANY(${selected})`
  const { rows } = await sql<Option>`
    SELECT ${sql.ref(`r.${code}`)} AS code, ${sql.ref(`r.${name}`)} AS name, ${inForce('r', today)} AS in_force
    FROM ${sql.table(table)} r
    WHERE r.deleted_at IS NULL AND (${isSelected} OR (${inForce('r', today)}
      AND (${sql.ref(`r.${code}`)} ILIKE ${pattern} OR ${sql.ref(`r.${name}`)} ILIKE ${pattern})))
    ORDER BY ${isSelected} DESC, ${sql.ref(`r.${code}`)} LIMIT ${MAX_OPTIONS + 1}`.execute(db)
  return { items: rows.slice(0, MAX_OPTIONS), more: rows.length > MAX_OPTIONS }
}
