import { keyFields, namingKeys, ownCode, type TableDeclaration } from '@backoffice/contract/table'
import { anyKey } from '@backoffice/contract/table-approvals'
import type { TableName } from '@backoffice/contract/tables/headers'
import { type Referrer, referrersOf } from '@backoffice/contract/tables/tables'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

/** References from another table to a row, or its use in transactions. */
export type Use = { label: string; count: number; link: string | null }

/** Condition for rows `used` of a referring table that refer to the row `t`. */
function refersTo(table: TableDeclaration, { table: other, field }: Referrer): RawBuilder<unknown> {
  const pairs = [[field, ownCode(table)], ...withinOf({ table: other, field }).map((name) => [name, name])]
  const equal = pairs.map(([from, to]) => sql`${sql.ref(`used.${from}`)} = ${sql.ref(`t.${to}`)}`)
  return sql`used.deleted_at IS NULL AND ${sql.join(equal, sql` AND `)}`
}

const withinOf = ({ table, field }: Referrer) => table.fields[field]?.reference?.within ?? []

/** Day of the first reference to the row `t`, for each referring table. */
export function firstReferences(table: TableDeclaration): RawBuilder<unknown>[] {
  return referrersOf(table).map(
    (referrer) => sql`(SELECT (min(used.created_at) AT TIME ZONE 'Asia/Manila')::date
      FROM ${sql.table(referrer.table.name)} used WHERE ${refersTo(table, referrer)})`,
  )
}

/**
 * View of each table with the key columns, `transactions` and `first_used`. Null if no
 * use is counted.
 */
export const USAGE = {
  tenders: 'tender_usage',
  terminals: 'terminal_usage',
  trancodes: 'trancode_usage',
  company_groups: 'company_usage',
  branches: 'branch_usage',
  establishments: null,
  payment_methods: 'payment_method_usage',
  transaction_codes: 'transaction_code_usage',
} satisfies Readonly<Record<TableName, string | null>>

/** `any` is the key field with a value that stands for all others; such a row is used under every value. */
function usageOf(table: TableDeclaration) {
  const counts = USAGE[table.name]
  const keys = keyFields(table)
  return counts === null
    ? undefined
    : { counts: sql.table(counts), keys, own: namingKeys(table), any: anyKey(table) }
}

/** First day on which transactions used the row `t`; empty if no use is counted. */
export function firstUse(table: TableDeclaration): RawBuilder<unknown>[] {
  const usage = usageOf(table)
  if (!usage) return []
  const { counts, keys, own, any } = usage
  const first = (columns: readonly string[]) =>
    sql`(SELECT min(used.first_used) FROM ${counts} used WHERE ${sameIn(columns)})`
  if (!any) return [first(keys)]
  return [
    sql`CASE WHEN ${sql.ref(`t.${any.field}`)} = ${any.value} THEN ${first(own)} ELSE ${first(keys)} END`,
  ]
}

function sameIn(columns: readonly string[]) {
  const equal = columns.map((name) => sql`${sql.ref(`used.${name}`)} = ${sql.ref(`t.${name}`)}`)
  return sql.join(equal, sql` AND `)
}

/** Uses of the rows, summed; without empty ones. */
export async function findUses(db: Reader, table: TableDeclaration, ids: readonly string[]): Promise<Use[]> {
  const from = sql`FROM ${sql.table(table.name)} t`
  const uses: Use[] = []
  for (const referrer of referrersOf(table)) {
    const names = [ownCode(table), ...withinOf(referrer)].map((name) => sql.ref(`t.${name}`))
    const { rows } = await sql<{ count: number; values: string[] }>`
      SELECT count(used.id)::int AS count, ARRAY[${sql.join(names)}]::text[] AS values
      ${from} JOIN ${sql.table(referrer.table.name)} used ON ${refersTo(table, referrer)}
      WHERE t.id = ANY(${ids}::uuid[]) GROUP BY t.id`.execute(db)
    const count = rows.reduce((sum, row) => sum + row.count, 0)
    const { noun, plural } = referrer.table
    // A list can only be filtered by one row.
    const [only] = ids.length === 1 ? rows : []
    if (count > 0)
      uses.push({
        label: count === 1 ? noun : plural,
        count,
        link: only ? linkTo(referrer, only.values) : null,
      })
  }
  const usage = usageOf(table)
  if (usage) {
    const { counts, keys, own, any } = usage
    const isUsed = any
      ? sql`${sameIn(own)} AND (${sql.ref(`t.${any.field}`)} = ${any.value} OR ${sameIn([any.field])})`
      : sameIn(keys)
    const { rows } = await sql<{ count: string }>`SELECT coalesce(sum(used.transactions), 0) AS count
      ${from} JOIN ${counts} used ON ${isUsed} WHERE t.id = ANY(${ids}::uuid[])`.execute(db)
    const count = Number(rows[0]?.count ?? 0)
    if (count > 0) uses.push({ label: count === 1 ? 'transaction' : 'transactions', count, link: null })
  }
  return uses
}

function linkTo(referrer: Referrer, values: readonly string[]): string {
  const names = [referrer.field, ...withinOf(referrer)]
  const query = new URLSearchParams(
    names.map((name, index): [string, string] => [`f.${name}`, values[index] ?? '']),
  )
  return `${referrer.table.path}?${query}`
}

/** `120 branches and 26 tenders` */
export function describeUses(uses: readonly Use[]): string {
  const parts = uses.map(({ label, count }) => `${count.toLocaleString('en')} ${label}`)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
