import type { RangeRule, TableDeclaration } from '@backoffice/contract/table'
import { unmaskedColumns } from '@backoffice/contract/table'
import { type RawBuilder, sql } from 'kysely'

/** SQL of a declared table. Names come only from declarations, never from a file or a call. */

export function tableOf({ name }: TableDeclaration): RawBuilder<unknown> {
  return sql.table(name)
}

/** Writable values of a row as JSON texts, by template column. */
export function valuesOf(table: TableDeclaration, alias: string): RawBuilder<Record<string, string | null>> {
  const pairs = unmaskedColumns(table).map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}::text`,
  )
  return sql`jsonb_build_object(${sql.join(pairs)})`
}

/** Padded bounds of a range, which compare as text. `value` returns a field’s expression. */
export function boundsOf({ from, to, digits }: RangeRule, value: (field: string) => RawBuilder<unknown>) {
  return {
    low: sql<string>`rpad(${value(from)}, ${sql.lit(digits)}, '0')`,
    high: sql<string>`rpad(${value(to)}, ${sql.lit(digits)}, '9')`,
  }
}
