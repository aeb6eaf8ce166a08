import { type OptionTable, ownCode, type Reference } from '@backoffice/contract/table'
import { tableAt } from '@backoffice/contract/tables/tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { invalidField } from '../../kernel/errors.ts'
import { containsPattern } from '../../kernel/list-conditions.ts'

/** The table's columns with codes and names. */
export function referencedTable(path: OptionTable) {
  const table = tableAt(path)
  return { table: table.name, code: ownCode(table), name: table.naming }
}

/** Active and within its effective dates; `today` is the day in Manila. Deleted rows never are. */
export function inForce(alias: string, today: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('deleted_at')} IS NULL AND ${column('status')} = 'ACTIVE'
    AND (${column('effective_from')} IS NULL OR ${column('effective_from')} <= ${today}::date)
    AND (${column('effective_to')} IS NULL OR ${column('effective_to')} >= ${today}::date))`
}

/** Whether the row `alias` of the referenced table can be referred to now. */
export function isReferable(alias: string, { except }: Reference, today: string): RawBuilder<SqlBool> {
  const isMeant = except ? sql`${sql.ref(`${alias}.${except.field}`)} <> ${except.is}` : sql`true`
  return sql<SqlBool>`(${inForce(alias, today)} AND ${isMeant})`
}

/** A code, and the values that its row has in common with the row that refers to it. */
export type Referred = { readonly code: string; readonly within: readonly string[] }

export const keyOfReferred = ({ code, within }: Referred) => [code, ...within].join('\u001f')

/**
 * Which of them can be referred to, by `keyOfReferred`. The rows are locked against being deleted or retired until the
 * transaction ends, so that none is while another begins to refer to it.
 */
export async function findReferable(
  tx: Tx,
  reference: Reference,
  wanted: readonly Referred[],
  today: string,
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const { table, code } = referencedTable(reference.table)
  const names = [code, ...(reference.within ?? [])]
  const columns = sql.join(names.map((name) => sql.ref(`r.${name}`)))
  const lists = names.map((_, at) => {
    const values = wanted.map((each) => (at === 0 ? each.code : each.within[at - 1]))
    return sql`${values}::text[]`
  })
  const { rows } = await sql<{
    found: string[]
  }>`SELECT ARRAY[${columns}]::text[] AS found FROM ${sql.table(table)} r
    WHERE (${columns}) IN (SELECT * FROM unnest(${sql.join(lists)})) AND ${isReferable('r', reference, today)}
    FOR SHARE OF r`.execute(tx)
  return new Set(rows.map(({ found }) => found.join('\u001f')))
}

export type Option = { code: string; name: string; in_force: boolean }
type Asked = {
  search?: string | undefined
  selected?: readonly string[] | undefined
  within?: Readonly<Record<string, string>> | undefined
  except?: Readonly<Record<string, string>> | undefined
  retired?: boolean | undefined
}

const MAX_OPTIONS = 50

/** In force, unless `retired`, and matching the search, by code; with the selected ones first, whatever their state. */
export async function listOptions(
  db: Reader,
  path: OptionTable,
  { search = '', selected = [], within = {}, except = {}, retired = false }: Asked,
  today: string,
): Promise<{ items: Option[]; more: boolean }> {
  const { table, code, name } = referencedTable(path)
  assertFields(path, 'within', within)
  assertFields(path, 'except', except)
  const pattern = containsPattern(search.trim())
  const column = (of: string) => sql.ref(`r.${of}`)
  const isSelected = sql`${column(code)} = ANY(${selected})`
  const shared = Object.entries(within).map(([field, value]) => sql`${column(field)} = ${value}`)
  const excluded = Object.entries(except).map(([field, value]) => sql`${column(field)} <> ${value}`)
  const isOffered = retired ? sql`true` : inForce('r', today)
  const isMeant = (conditions: readonly RawBuilder<unknown>[]) =>
    sql.join([sql`true`, ...conditions], sql` AND `)
  const { rows } = await sql<Option>`
    SELECT ${column(code)} AS code, ${column(name)} AS name, ${inForce('r', today)} AS in_force
    FROM ${sql.table(table)} r
    WHERE r.deleted_at IS NULL AND ${isMeant(shared)} AND (${isSelected} OR (${isOffered}
      AND ${isMeant(excluded)} AND (${column(code)} ILIKE ${pattern} OR ${column(name)} ILIKE ${pattern})))
    ORDER BY ${isSelected} DESC, ${column(code)} LIMIT ${MAX_OPTIONS + 1}`.execute(db)
  return { items: rows.slice(0, MAX_OPTIONS), more: rows.length > MAX_OPTIONS }
}

/** Names become columns: only codes and choices of the table may, and no masked field is found by its value. */
function assertFields(path: OptionTable, part: 'within' | 'except', values: object): void {
  const { fields } = tableAt(path)
  const isKnown = (name: string) =>
    Object.hasOwn(fields, name) &&
    ['code', 'choice'].includes(fields[name]?.type ?? '') &&
    !fields[name]?.masked
  const unknown = Object.keys(values).find((name) => !isKnown(name))
  if (unknown !== undefined)
    throw invalidField(part, 'unknown_field', 'names a field that these options do not have')
}
