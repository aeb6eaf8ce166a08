import type { RangeRule, ReferencedTable, TableDeclaration } from '@backoffice/contract/table'
import { templateColumns } from '@backoffice/contract/table'
import { type RawBuilder, sql } from 'kysely'

/** SQL of a declared table. Names come from declarations alone, never from a file or a call. */

/** The database’s tables of the paths that others refer to, with the columns of their codes. */
const REFERENCED: Readonly<Record<ReferencedTable, { table: string; code: string }>> = {
  'glass/payment_method': { table: 'payment_methods', code: 'payment_method_code' },
  'lookup/company_group': { table: 'company_groups', code: 'company_code' },
}

export function tableOf({ name }: TableDeclaration): RawBuilder<unknown> {
  return sql.table(name)
}

/** Codes of the table that are in force, `today` in Manila: a relation with one column, `code`. */
export function codesInForce(path: ReferencedTable, today: string): RawBuilder<unknown> {
  const { table, code } = REFERENCED[path]
  return sql`(SELECT ${sql.ref(`t.${code}`)} AS code FROM ${sql.table(table)} t WHERE ${inForce('t', today)})`
}

function inForce(alias: string, today: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('deleted_at')} IS NULL AND ${column('status')} = 'ACTIVE'
    AND (${column('effective_from')} IS NULL OR ${column('effective_from')} <= ${today}::date)
    AND (${column('effective_to')} IS NULL OR ${column('effective_to')} >= ${today}::date))`
}

/** The writable values of a row as JSON texts, by the names of the template. */
export function valuesOf(table: TableDeclaration, alias: string): RawBuilder<Record<string, string | null>> {
  const pairs = templateColumns(table).map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}::text`,
  )
  return sql`jsonb_build_object(${sql.join(pairs)})`
}

/** The bounds of a range in full length, so that they compare as text. `value` gives a field’s expression. */
export function boundsOf({ from, to, digits }: RangeRule, value: (field: string) => RawBuilder<unknown>) {
  return {
    low: sql<string>`rpad(${value(from)}, ${sql.lit(digits)}, '0')`,
    high: sql<string>`rpad(${value(to)}, ${sql.lit(digits)}, '9')`,
  }
}
