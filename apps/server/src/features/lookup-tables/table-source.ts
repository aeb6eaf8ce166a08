import {
  keyFields,
  type RowState,
  type TableDeclaration,
  type TableRow,
  tableList,
  writtenColumns,
} from '@backoffice/contract/table'
import type { TableName } from '@backoffice/contract/tables/headers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import type { ListExpression } from '../../kernel/list-source.ts'
import { FIELD_SQL } from './field-types.ts'
import { firstReferences, firstUse } from './row-references.ts'
import { TERMINAL_FACTS } from './terminal-facts.ts'

export type StoredRow = Record<string, string | null> & { id: string }
type SelectedRow = Omit<TableRow, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

/** First day on which the row was used. Computed after the limit, so only for the rows of a page. */
function usedSince(table: TableDeclaration): RawBuilder<string | null> {
  const days = [...firstReferences(table), ...firstUse(table)]
  return days.length > 0 ? sql`least(${sql.join(days)})` : sql<null>`null::date`
}

/** The last four characters, but at most half of the value. */
export function maskedInSql(column: RawBuilder<unknown>) {
  return sql<string | null>`'••••' || right(${column}, least(4, length(${column}) / 2))`
}

/** Column of the table as `t`, masked if its field is. Every select must use this. */
function fieldColumn({ fields }: TableDeclaration, name: string): RawBuilder<string | null> {
  const column = sql.ref<string | null>(`t.${name}`)
  return fields[name]?.masked ? maskedInSql(column) : column
}

/** Columns of a row in replies, of the table as `t`. */
export function replyColumns(table: TableDeclaration) {
  return [
    ...writtenColumns(table).map((name) => fieldColumn(table, name).as(name)),
    sql.ref<string>('t.id').as('id'),
    sql.ref<number>('t.version').as('version'),
    sql.ref<Date>('t.created_at').as('created_at'),
    sql.ref<string>('t.created_by_name').as('created_by'),
    sql.ref<Date>('t.updated_at').as('updated_at'),
    sql.ref<string>('t.updated_by_name').as('updated_by'),
    usedSince(table).as('in_use_since'),
    ...derivedColumns(table),
  ]
}

/** Derived columns, with times in the format of replies. */
function derivedColumns(table: TableDeclaration) {
  return Object.entries(table.derived ?? {}).map(([name, { type }]) => {
    const value = derivedExpression(table, name).sql
    const sent = sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return sql<string | null>`${type === 'time' ? sent : value}`.as(name)
  })
}

const DERIVED: Partial<Record<TableName, Readonly<Record<string, ListExpression>>>> = {
  terminals: TERMINAL_FACTS,
}

function derivedExpression(table: TableDeclaration, name: string): ListExpression {
  const expression = DERIVED[table.name]?.[name]
  if (!expression) throw new Error(`The server does not know where ${name} of ${table.name} is`)
  return expression
}

/** All rows, including deleted ones. */
export function replyRows(db: Reader, table: TableDeclaration) {
  return db.selectFrom(sql<StoredRow>`${sql.table(table.name)}`.as('t')).select(replyColumns(table))
}

export function tableSource<D extends TableDeclaration>(db: Reader, table: D, today: string) {
  const declaration = tableList(table)
  const names = Object.keys(declaration.fields)
  const nullable = new Set(['effective_from', 'effective_to'])
  for (const [name, { optional }] of Object.entries(table.fields)) if (optional) nullable.add(name)
  const fields = names.map((name) => {
    if (name === 'state') return [name, rowState(today)]
    if (name === 'updated_by') return [name, { sql: sql.ref('t.updated_by_name') }]
    if (table.derived?.[name]) return [name, derivedExpression(table, name)]
    const column = fieldColumn(table, name)
    const { listed } = FIELD_SQL[table.fields[name]?.type ?? 'text'] ?? {}
    return [name, listed?.(column) ?? { sql: column, nullable: nullable.has(name) }]
  })
  return {
    declaration,
    query: replyRows(db, table).where(sql<boolean>`t.deleted_at IS NULL`),
    id: sql.ref('t.id'),
    unique: keyFields(table),
    // Has every field of the declaration; `Object.fromEntries` loses the names.
    fields: Object.fromEntries(fields) as Record<keyof (typeof declaration)['fields'], ListExpression>,
    searched: table.searched.map((name) => sql.ref(`t.${name}`)),
  }
}

/** Conditions of the states of a row `t` on a day in Manila. */
export function rowStates(today: string): Record<RowState, RawBuilder<SqlBool>> {
  const day = sql`${today}::date`
  return {
    INACTIVE: sql`t.status = 'INACTIVE'`,
    STARTS: sql`(t.status = 'ACTIVE' AND t.effective_from > ${day})`,
    // The start needs no check, because a row never ends before it starts.
    ENDED: sql`(t.status = 'ACTIVE' AND t.effective_to < ${day})`,
    IN_FORCE: sql`(t.status = 'ACTIVE' AND (t.effective_from <= ${day} OR t.effective_from IS NULL)
      AND (t.effective_to >= ${day} OR t.effective_to IS NULL))`,
  }
}

/** The separate conditions let an index serve a filter and the planner estimate its rows. */
export function rowState(today: string): ListExpression {
  const conditions = rowStates(today)
  const cases = Object.entries(conditions).map(
    ([state, condition]) => sql`WHEN ${condition} THEN ${sql.lit(state)}`,
  )
  return { sql: sql`CASE ${sql.join(cases, sql` `)} END`, conditions }
}

export function toRow<D extends TableDeclaration>(selected: object): TableRow<D> {
  // `replyColumns` selects the columns of the declaration.
  const row = selected as SelectedRow
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as unknown as TableRow<D>
}
