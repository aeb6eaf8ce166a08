import { cardlessFields } from '@backoffice/contract/masked-fields'
import { keyFields, type Reference, type TableDeclaration, templateColumns } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { withoutCards } from '../kernel/audit.ts'
import { findReferable, keyOfReferred, type Referred } from '../resources/lookup-tables/referenced-tables.ts'
import type { Values } from './check-values.ts'
import { tableOf, valuesOf } from './table-sql.ts'

type CurrentRow = { id: string; version: number; value: Values }

const SEPARATOR = '\u001f'

/** Equal for rows with the same key; undefined while a part of it is missing. */
export function keyOf(table: TableDeclaration, values: Values): string | undefined {
  const parts = keyFields(table).map((name) => values[name])
  return parts.every((part) => part) ? parts.join(SEPARATOR) : undefined
}

/** The rows with the keys of these values, by `keyOf`. */
export async function findCurrent(
  tx: Tx,
  table: TableDeclaration,
  values: readonly Values[],
): Promise<Map<string, CurrentRow>> {
  const keys = keyFields(table)
  const wanted = values.filter((each) => keyOf(table, each) !== undefined)
  if (wanted.length === 0) return new Map()
  const lists = keys.map((name) => sql`${wanted.map((each) => each[name])}::text[]`)
  const { rows } = await sql<CurrentRow>`
    SELECT t.id, t.version, ${valuesOf(table, 't')} AS value FROM ${tableOf(table)} t
    WHERE t.deleted_at IS NULL
      AND (${sql.join(keys.map((name) => sql.ref(`t.${name}`)))}) IN (SELECT * FROM unnest(${sql.join(lists)}))`.execute(
    tx,
  )
  return new Map(rows.map((row) => [keyOf(table, row.value) ?? '', row]))
}

/** What differs, with card numbers masked as in the audit trail; of a new row every value. */
export function changesBetween(
  table: TableDeclaration,
  before: Values | undefined,
  after: Values,
): Record<string, readonly [string | null, string | null]> {
  const pairs = templateColumns(table).map(
    (name) => [name, [before?.[name] ?? null, after[name] ?? null] as const] as const,
  )
  const changed = pairs.filter(([, [old, now]]) => old !== now)
  // Pairs of texts, which masking leaves pairs of texts.
  return withoutCards(Object.fromEntries(changed), cardlessFields(table)) as ReturnType<typeof changesBetween>
}

type UnknownReference = { field: string; value: string }

/** Looks codes up once for the whole file. */
export function createReferenceCheck(table: TableDeclaration, today: string) {
  const references = Object.entries(table.fields).flatMap(([field, { reference }]) =>
    // Codes that the same file brings are looked for once it is staged.
    reference && `/${reference.table}` !== table.path
      ? [{ field, reference, known: new Map<string, boolean>() }]
      : [],
  )

  /** Of each row the references that are not in force; those it has already stay valid. */
  return async (
    tx: Tx,
    rows: readonly { before: Values | undefined; after: Values }[],
  ): Promise<UnknownReference[][]> => {
    const problems: UnknownReference[][] = rows.map(() => [])
    for (const { field, reference, known } of references) {
      const wanted = rows.map(({ before, after }) => newReference(field, reference, before, after))
      const missing = new Map(wanted.flatMap((each) => (each ? [[keyOfReferred(each), each] as const] : [])))
      for (const key of missing.keys()) if (known.has(key)) missing.delete(key)
      const found = await findReferable(tx, reference, [...missing.values()], today)
      for (const key of missing.keys()) known.set(key, found.has(key))
      wanted.forEach((each, at) => {
        if (each && !known.get(keyOfReferred(each))) problems[at]?.push({ field, value: each.code })
      })
    }
    return problems
  }
}

/** Null for a row without one, or that keeps what it has. */
function newReference(
  field: string,
  { any, within = [] }: Reference,
  before: Values | undefined,
  after: Values,
): Referred | null {
  const code = after[field]
  const isKept = [field, ...within].every((name) => after[name] === before?.[name])
  if (!code || code === any || isKept) return null
  return { code, within: within.map((name) => after[name] ?? '') }
}
