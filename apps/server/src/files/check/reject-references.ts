import type { Reference, TableDeclaration } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { isReferable, referencedTable } from '../../features/lookup-tables/referenced-tables.ts'
import { isBroughtBack, rejectStaged, staged } from './table-staging.ts'

/** References to the file's own table need the whole file; the dry run checks others while reading. */
export function rejectOwnReferences(tx: Tx, filekey: string, table: TableDeclaration, today: string) {
  const own = Object.fromEntries(
    Object.entries(table.fields).filter(([, { reference }]) => `/${reference?.table}` === table.path),
  )
  return rejectReferences(tx, filekey, { ...table, fields: own }, today, 'unknown or inactive')
}

/** Rejects staged rows with new invalid references. A reference to a rejected row of the file is also invalid. */
export async function rejectReferences(
  tx: Tx,
  filekey: string,
  table: TableDeclaration,
  today: string,
  what: string,
): Promise<void> {
  for (const [field, { reference }] of Object.entries(table.fields)) {
    if (!reference) continue
    await lockReferred(tx, filekey, field, reference)
    while (await rejectField(tx, filekey, table, field, reference, today, what)) {}
  }
}

const stagedValue = (name: string) => sql`s.value->>${sql.lit(name)}`

/** Prevents deleting or retiring referenced rows while the import writes. */
async function lockReferred(tx: Tx, filekey: string, field: string, reference: Reference): Promise<void> {
  const { table, code } = referencedTable(reference.table)
  await sql`SELECT FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${code}`)} IN
    (SELECT ${stagedValue(field)} FROM ${staged(filekey)} s WHERE s.outcome IN ('N', 'C')) FOR SHARE OF t`.execute(
    tx,
  )
}

/** False if nothing was rejected. */
async function rejectField(
  tx: Tx,
  filekey: string,
  table: TableDeclaration,
  field: string,
  reference: Reference,
  today: string,
  what: string,
): Promise<boolean> {
  const { any, within = [] } = reference
  const value = stagedValue(field)
  const changed = sql.join(
    [...[field, ...within].map((name) => sql`s.changes ? ${name}`), isBroughtBack],
    sql` OR `,
  )
  const { rows } = await sql<{ row_no: number; value: string }>`
    SELECT s.row_no, ${value} AS value FROM ${staged(filekey)} s
    WHERE s.outcome IN ('N', 'C') AND (${changed}) AND ${value} IS DISTINCT FROM ${any ?? null}
      AND ${value} IS NOT NULL AND NOT ${isFound(filekey, table, field, reference, today)}`.execute(tx)
  await rejectStaged(
    tx,
    filekey,
    rows.map(({ row_no, value: code }) => ({
      row_no,
      problem: { column: field, code: 'E007', message: `${code} is ${what}`, value: code },
    })),
  )
  return rows.length > 0
}

/** True if a row in force exists in the referenced table or, for the file’s own table, in the file. */
function isFound(
  filekey: string,
  table: TableDeclaration,
  field: string,
  reference: Reference,
  today: string,
): RawBuilder<SqlBool> {
  const { table: name, code } = referencedTable(reference.table)
  const { within = [], except } = reference
  const pairs = [[code, field], ...within.map((each) => [each, each])]
  const same = pairs.map(([to, from]) => sql`${sql.ref(`t.${to}`)} = ${stagedValue(from ?? '')}`)
  const stored = sql`SELECT FROM ${sql.table(name)} t WHERE ${sql.join(same, sql` AND `)} AND ${isReferable('t', reference, today)}`
  if (`/${reference.table}` !== table.path) return sql<SqlBool>`EXISTS (${stored})`
  const of = (column: string) => sql`o.value->>${sql.lit(column)}`
  const isMeant = except ? sql`${of(except.field)} <> ${except.is}` : sql`true`
  return sql<SqlBool>`(EXISTS (${stored} AND NOT EXISTS (
      SELECT FROM ${staged(filekey)} o WHERE o.id = t.id AND o.outcome = 'C'))
    OR EXISTS (SELECT FROM ${staged(filekey)} o WHERE o.outcome IN ('N', 'C') AND ${of(code)} = ${stagedValue(field)}
      AND ${of('status')} = 'ACTIVE' AND coalesce((${of('effective_from')})::date <= ${today}::date, true)
      AND coalesce((${of('effective_to')})::date >= ${today}::date, true) AND ${isMeant}))`
}
