import type { FieldKind } from '@backoffice/contract/field-kinds'
import { YES_NO } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListExpression } from '../../kernel/list-source.ts'

/** SQL of the kinds of field that are more than a text. */
type Kind = {
  /** Type of its column. */
  readonly cast: RawBuilder<unknown>
  /** Its column in a list; by default as it is. */
  readonly listed?: (column: RawBuilder<unknown>) => ListExpression
}

export const FIELD_SQL: Readonly<Partial<Record<FieldKind, Kind>>> = {
  flag: { cast: sql`boolean`, listed: flagExpression },
  integer: { cast: sql`int` },
  decimal: { cast: sql`numeric` },
  date: { cast: sql`date` },
}

/** A choice of yes and no: as text, which is sorted and filtered as every choice is. */
function flagExpression(column: RawBuilder<unknown>): ListExpression {
  const conditions = Object.keys(YES_NO).map((value) => [
    value,
    sql<SqlBool>`${column} = ${sql.lit(value === 'true')}`,
  ])
  return { sql: sql`${column}::text`, conditions: Object.fromEntries(conditions) }
}
