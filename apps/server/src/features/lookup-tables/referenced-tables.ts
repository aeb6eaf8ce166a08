import { type OptionTable, ownCode, type Reference } from '@backoffice/contract/table'
import { tableAt } from '@backoffice/contract/tables/tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { invalidField } from '../../kernel/errors.ts'
import { containsPattern } from '../../kernel/list-conditions.ts'

export function referencedTable(path: OptionTable) {
  const table = tableAt(path)
  return { table: table.name, code: ownCode(table), name: table.naming }
}

/** True for active rows within their effective dates that are not deleted; `today` is the day in Manila. */
export function inForce(alias: string, today: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('deleted_at')} IS NULL AND ${column('status')} = 'ACTIVE'
    AND (${column('effective_from')} IS NULL OR ${column('effective_from')} <= ${today}::date)
    AND (${column('effective_to')} IS NULL OR ${column('effective_to')} >= ${today}::date))`
}

/** True if other rows can refer to the row `alias` of the referenced table. */
export function isReferable(alias: string, { except }: Reference, today: string): RawBuilder<SqlBool> {
  const isAllowed = except ? sql`${sql.ref(`${alias}.${except.field}`)} <> ${except.is}` : sql`true`
  return sql<SqlBool>`(${inForce(alias, today)} AND ${isAllowed})`
}

/** A code, and the values that its row must share with the referring row. */
export type ReferenceKey = { readonly code: string; readonly within: readonly string[] }

export const referenceKeyText = ({ code, within }: ReferenceKey) => [code, ...within].join('\u001f')

/**
 * Keys that can be referred to, as `referenceKeyText`. Locks their rows until the transaction ends, so that none is
 * deleted or retired meanwhile.
 */
export async function findReferable(
  tx: Tx,
  reference: Reference,
  keys: readonly ReferenceKey[],
  today: string,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { table, code } = referencedTable(reference.table)
  const names = [code, ...(reference.within ?? [])]
  const columns = sql.join(names.map((name) => sql.ref(`r.${name}`)))
  const lists = names.map((_, index) => {
    const values = keys.map((each) => (index === 0 ? each.code : each.within[index - 1]))
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
type OptionsQuery = {
  search?: string | undefined
  selected?: readonly string[] | undefined
  within?: Readonly<Record<string, string>> | undefined
  except?: Readonly<Record<string, string>> | undefined
  retired?: boolean | undefined
}

const MAX_OPTIONS = 50

/** Selected rows in any state, then rows in force (or all if `retired`) that match the search; sorted by code. */
export async function listOptions(
  db: Reader,
  path: OptionTable,
  { search = '', selected = [], within = {}, except = {}, retired = false }: OptionsQuery,
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
  const isAllowed = (conditions: readonly RawBuilder<unknown>[]) =>
    sql.join([sql`true`, ...conditions], sql` AND `)
  const { rows } = await sql<Option>`
    SELECT ${column(code)} AS code, ${column(name)} AS name, ${inForce('r', today)} AS in_force
    FROM ${sql.table(table)} r
    WHERE r.deleted_at IS NULL AND ${isAllowed(shared)} AND (${isSelected} OR (${isOffered}
      AND ${isAllowed(excluded)} AND (${column(code)} ILIKE ${pattern} OR ${column(name)} ILIKE ${pattern})))
    ORDER BY ${isSelected} DESC, ${column(code)} LIMIT ${MAX_OPTIONS + 1}`.execute(db)
  return { items: rows.slice(0, MAX_OPTIONS), more: rows.length > MAX_OPTIONS }
}

/** Names become columns, so only unmasked codes and choices of the table are allowed. */
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
