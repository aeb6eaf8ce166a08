import {
  cardlessFields,
  keyFields,
  type Reference,
  type TableDeclaration,
  unmaskedColumns,
} from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import {
  findReferable,
  type ReferenceKey,
  referenceKeyText,
} from '../../features/lookup-tables/referenced-tables.ts'
import { BROUGHT_BACK, type Values } from '../../features/lookup-tables/table-values.ts'
import { withMaskedCards } from '../../kernel/audit.ts'
import { tableOf, valuesOf } from './table-staging.ts'

/** A row of the table. A deleted one comes back with the import. */
export type CurrentRow = { id: string; version: number; value: Values; is_deleted: boolean }

const SEPARATOR = '\u001f'

/** Key of a row as text; undefined if a part is missing. */
export function keyOf(table: TableDeclaration, values: Values): string | undefined {
  const parts = keyFields(table).map((name) => values[name])
  return parts.every((part) => part) ? parts.join(SEPARATOR) : undefined
}

/** Rows with the keys of these values, by `keyOf`. A key without a row has the one that was deleted last. */
export async function findCurrent(
  tx: Tx,
  table: TableDeclaration,
  values: readonly Values[],
): Promise<Map<string, CurrentRow>> {
  const keys = keyFields(table)
  const wanted = values.filter((each) => keyOf(table, each) !== undefined)
  if (wanted.length === 0) return new Map()
  const lists = keys.map((name) => sql`${wanted.map((each) => each[name])}::text[]`)
  const key = sql.join(keys.map((name) => sql.ref(`t.${name}`)))
  // Two parts, because each has an index of its own. Later rows of the result replace earlier ones.
  const { rows } = await sql<CurrentRow>`
    WITH wanted AS MATERIALIZED (SELECT * FROM unnest(${sql.join(lists)}))
    (SELECT t.id, t.version, ${valuesOf(table, 't')} AS value, true AS is_deleted FROM ${tableOf(table)} t
      WHERE t.deleted_at IS NOT NULL AND (${key}) IN (SELECT * FROM wanted) ORDER BY t.deleted_at)
    UNION ALL
    SELECT t.id, t.version, ${valuesOf(table, 't')} AS value, false AS is_deleted FROM ${tableOf(table)} t
      WHERE t.deleted_at IS NULL AND (${key}) IN (SELECT * FROM wanted)`.execute(tx)
  return new Map(rows.map((row) => [keyOf(table, row.value) ?? '', row]))
}

/** Changed values, or all values of a new row, with card numbers masked as in the audit trail. */
export function changesBetween(
  table: TableDeclaration,
  current: CurrentRow | undefined,
  after: Values,
): Record<string, readonly [string | null, string | null]> {
  const before = current?.value
  const pairs = unmaskedColumns(table).map(
    (name) => [name, [before?.[name] ?? null, after[name] ?? null] as const] as const,
  )
  const changed = pairs.filter(([, [old, now]]) => old !== now)
  // Masking pairs of texts returns pairs of texts.
  const masked = withMaskedCards(Object.fromEntries(changed), cardlessFields(table)) as ReturnType<
    typeof changesBetween
  >
  return { ...(current?.is_deleted && BROUGHT_BACK), ...masked }
}

type UnknownReference = { field: string; value: string }

/** Looks up each code once per file. */
export function createReferenceCheck(table: TableDeclaration, today: string) {
  const references = Object.entries(table.fields).flatMap(([field, { reference }]) =>
    // Codes of the file's own table are checked once it is staged.
    reference && `/${reference.table}` !== table.path
      ? [{ field, reference, known: new Map<string, boolean>() }]
      : [],
  )

  /** New references of each row that are not in force. Existing references stay valid. */
  return async (
    tx: Tx,
    rows: readonly { before: Values | undefined; after: Values }[],
  ): Promise<UnknownReference[][]> => {
    const problems: UnknownReference[][] = rows.map(() => [])
    for (const { field, reference, known } of references) {
      const wanted = rows.map(({ before, after }) => newReference(field, reference, before, after))
      const missing = new Map(
        wanted.flatMap((each) => (each ? [[referenceKeyText(each), each] as const] : [])),
      )
      for (const key of missing.keys()) if (known.has(key)) missing.delete(key)
      const found = await findReferable(tx, reference, [...missing.values()], today)
      for (const key of missing.keys()) known.set(key, found.has(key))
      wanted.forEach((each, index) => {
        if (each && !known.get(referenceKeyText(each))) problems[index]?.push({ field, value: each.code })
      })
    }
    return problems
  }
}

/** Null for a row without a reference or with an unchanged one. */
function newReference(
  field: string,
  { any, within = [] }: Reference,
  before: Values | undefined,
  after: Values,
): ReferenceKey | null {
  const code = after[field]
  const isKept = [field, ...within].every((name) => after[name] === before?.[name])
  if (!code || code === any || isKept) return null
  return { code, within: within.map((name) => after[name] ?? '') }
}
