import type { FieldType } from '@backoffice/contract/field-types'
import { YES_NO } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListExpression } from '../../kernel/list-source.ts'

type Kind = {
  readonly cast: RawBuilder<unknown>
  /** List expression; by default the column itself. */
  readonly listed?: (column: RawBuilder<unknown>) => ListExpression
}

export const FIELD_SQL: Readonly<Partial<Record<FieldType, Kind>>> = {
  flag: { cast: sql`boolean`, listed: flagExpression },
  integer: { cast: sql`int` },
  decimal: { cast: sql`numeric` },
  date: { cast: sql`date` },
}

/** A yes/no choice as text, sorted and filtered like every choice. */
function flagExpression(column: RawBuilder<unknown>): ListExpression {
  const conditions = Object.keys(YES_NO).map((value) => [
    value,
    sql<SqlBool>`${column} = ${sql.lit(value === 'true')}`,
  ])
  return { sql: sql`${column}::text`, conditions: Object.fromEntries(conditions) }
}
