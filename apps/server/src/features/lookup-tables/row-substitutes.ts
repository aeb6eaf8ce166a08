import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { TABLE_ACTIONS } from '@backoffice/contract/files'
import { namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { anyKey, fieldsOfKind, isMasterTable } from '@backoffice/contract/table-approvals'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type RowChange, rowEffects, startsOrEnds } from './row-effects.ts'
import { rowStates } from './table-source.ts'
import type { Values } from './table-values.ts'

/**
 * Query of the rows that apply if a row of this key does not. They are the row for all companies for one company's; for
 * the row for all, those of companies that have ended. Inactive and deleted ones count too, because they can come back.
 * Undefined for a table without such rows.
 */
function substitutes(
  table: TableDeclaration,
  key: (name: string) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  const any = anyKey(table)
  const fields = fieldsOfKind(table, 'MONEY')
  if (!any || fields.length === 0) return undefined
  const same = namingKeys(table).map((name) => sql`${sql.ref(`r.${name}`)} = ${key(name)}`)
  const company = sql.ref(`r.${any.field}`)
  const hasEnded = sql`(r.deleted_at IS NOT NULL OR r.status = 'INACTIVE' OR r.effective_to IS NOT NULL)`
  // Each part has an index of its own.
  const part = (deleted: RawBuilder<unknown>) => sql`
    SELECT ${sql.join(fields.map((name) => sql`${sql.ref(`r.${name}`)}::text AS ${sql.ref(name)}`))}
    FROM ${sql.table(table.name)} r WHERE r.deleted_at IS ${deleted} AND ${sql.join(same, sql` AND `)}
      AND CASE WHEN ${key(any.field)} = ${sql.lit(any.value)} THEN ${company} <> ${sql.lit(any.value)} AND ${hasEnded}
        ELSE ${company} = ${sql.lit(any.value)} END`
  return sql`(${part(sql`NULL`)} UNION ${part(sql`NOT NULL`)})`
}

/** Kinds of approval that a written row may need. */
export async function kindsOf(
  tx: Tx,
  table: TableDeclaration,
  change: RowChange,
  today: string,
): Promise<ApprovalKind[]> {
  const { before, after } = change
  const values = after ?? before ?? {}
  const rows = startsOrEnds(change) && substitutes(table, (name) => sql`${values[name]}::text`)
  const found = rows ? (await sql<Values>`SELECT * FROM ${rows} o`.execute(tx)).rows : []
  return rowEffects(table, { ...change, substitutes: found }, today)
}

/** Array of the values of substitutes, for a row with these key values. */
export function substitutesInSql(
  table: TableDeclaration,
  key: (name: string) => RawBuilder<unknown>,
): RawBuilder<Values[]> {
  const rows = substitutes(table, key)
  return rows ? sql`(SELECT coalesce(jsonb_agg(to_jsonb(o)), '[]') FROM ${rows} o)` : sql`'[]'::jsonb`
}

/** Condition of rows `t` that start, or end, and have a substitute with other values. Undefined for none. */
export function movesMoneyInSql(
  table: TableDeclaration,
  action: 'start' | 'end',
): RawBuilder<SqlBool> | undefined {
  const any = anyKey(table)
  const rows = substitutes(table, (name) => sql.ref(`t.${name}`))
  if (!any || !rows) return undefined
  const differs = fieldsOfKind(table, 'MONEY').map(
    (name) => sql`${sql.ref(`o.${name}`)} IS DISTINCT FROM ${sql.ref(`t.${name}`)}::text`,
  )
  // Nothing replaces a row for all that ends.
  const changes =
    action === 'start'
      ? sql`t.status = 'INACTIVE'`
      : sql`t.status = 'ACTIVE' AND ${sql.ref(`t.${any.field}`)} <> ${sql.lit(any.value)}`
  return sql`(${changes} AND EXISTS (SELECT FROM ${rows} o WHERE ${sql.join(differs, sql` OR `)}))`
}

type Action = (typeof TABLE_ACTIONS)[number]

/** Kinds of approval that an action may need, with the condition of the rows `t` that count. */
export function actionEffects(
  table: TableDeclaration,
  action: Action,
  today: string,
): Map<ApprovalKind, RawBuilder<SqlBool>> {
  const kinds = new Map<ApprovalKind, RawBuilder<SqlBool>>([['MASS_CHANGE', sql`true`]])
  const [range] = table.ranges ?? []
  if (isMasterTable(table) && action !== 'activate') kinds.set('MASTER_DELETE', rowStates(today).IN_FORCE)
  if (range) kinds.set('BIN_RANGE', sql`${sql.ref(`t.${range.from}`)} IS NOT NULL`)
  const movesMoney = movesMoneyInSql(table, action === 'activate' ? 'start' : 'end')
  if (movesMoney) kinds.set('MONEY', movesMoney)
  return kinds
}
