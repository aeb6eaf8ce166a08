import { keyFields, type Reference, type TableDeclaration } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { isReferable, referencedTable } from '../../features/lookup-tables/referenced-tables.ts'
import type { Values } from '../../features/lookup-tables/table-values.ts'
import { templateFields } from '../csv/guarded-cell.ts'
import { rejectOverlaps } from './range-overlaps.ts'
import { BATCH_ROWS } from './read-table-file.ts'
import { type CellProblem, isBroughtBack, rejectStaged, staged, tableOf, valuesOf } from './table-staging.ts'

/** A staged row whose record was changed after the dry run, with the current record. */
type ConflictingRow = {
  row_no: number
  outcome: 'N' | 'C' | 'U'
  value: Values
  id: string
  version: number
  current: Values
  is_deleted: boolean
  changed_at: Date
  changed_by: string
}

/**
 * Rejects staged rows that no longer fit the table because of changed, created or deleted records, references no longer
 * in force, and overlapping ranges. The table must be locked against other writers.
 */
export async function rejectConflicts(
  tx: Tx,
  filekey: string,
  table: TableDeclaration,
  today: string,
): Promise<number> {
  const before = await countRejected(tx, filekey)
  for (;;) {
    const moved = [...(await findMoved(tx, filekey, table)), ...(await findCreated(tx, filekey, table))]
    if (moved.length === 0) break
    const isSame = ({ value, current, is_deleted }: ConflictingRow) =>
      !is_deleted && Object.entries(value).every(([field, each]) => current[field] === each)
    await markUnchanged(tx, filekey, moved.filter(isSame))
    const conflicts = moved.filter((each) => !isSame(each))
    const rejections = conflicts.map((each) => ({
      row_no: each.row_no,
      problem: conflictProblem(table, each),
    }))
    await rejectStaged(tx, filekey, rejections)
  }
  await rejectReferences(tx, filekey, table, today, 'no longer active')
  await rejectOverlaps(tx, filekey, table)
  return (await countRejected(tx, filekey)) - before
}

async function countRejected(tx: Tx, filekey: string): Promise<number> {
  const { rows } = await sql<{ rejected: number }>`
    SELECT count(*)::int AS rejected FROM ${staged(filekey)} WHERE outcome = 'R'`.execute(tx)
  return rows[0]?.rejected ?? 0
}

const found = (table: TableDeclaration) => sql`s.row_no, s.outcome, s.value, t.id, t.version,
  ${valuesOf(table, 't')} AS current, t.deleted_at IS NOT NULL AS is_deleted, t.updated_at AS changed_at,
  t.updated_by_name AS changed_by`

async function findMoved(tx: Tx, filekey: string, table: TableDeclaration): Promise<ConflictingRow[]> {
  const { rows } = await sql<ConflictingRow>`
    SELECT ${found(table)} FROM ${staged(filekey)} s JOIN ${tableOf(table)} t ON t.id = s.id
    WHERE s.outcome IN ('C', 'U') AND (t.version <> s.version OR (t.deleted_at IS NOT NULL) <> (${isBroughtBack}))
    LIMIT ${BATCH_ROWS}`.execute(tx)
  return rows
}

/** New rows whose key a row has had since the dry run, also one that was deleted meanwhile. */
async function findCreated(tx: Tx, filekey: string, table: TableDeclaration): Promise<ConflictingRow[]> {
  const sameKey = keyFields(table).map((name) => sql`${sql.ref(`t.${name}`)} = s.value->>${sql.lit(name)}`)
  const { rows } = await sql<ConflictingRow>`
    SELECT ${found(table)} FROM ${staged(filekey)} s JOIN ${tableOf(table)} t ON ${and(sameKey)}
    WHERE s.outcome = 'N'
    LIMIT ${BATCH_ROWS}`.execute(tx)
  return rows
}

/** Marks rows whose records already have the values of the file. */
async function markUnchanged(tx: Tx, filekey: string, rows: readonly ConflictingRow[]): Promise<void> {
  if (rows.length === 0) return
  const now = rows.map(({ row_no, id, version }) => ({ row_no, id, version }))
  await sql`UPDATE ${staged(filekey)} s SET outcome = 'U', id = r.id, version = r.version
    FROM jsonb_to_recordset(${JSON.stringify(now)}::jsonb) AS r(row_no int, id uuid, version int)
    WHERE s.row_no = r.row_no`.execute(tx)
}

function and(conditions: readonly RawBuilder<unknown>[]) {
  return sql.join(conditions, sql` AND `)
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Manila' })

/** Such as “Changed by Carla Lim at 08:20, after the check: now 30 Jun 2027, in the file 31 Dec 2027.” */
function conflictProblem(table: TableDeclaration, moved: ConflictingRow): CellProblem {
  const fields = templateFields(table)
  const differing = [...fields.keys()].find((field) => moved.current[field] !== moved.value[field])
  const field = moved.is_deleted || differing === undefined ? ([...fields.keys()][0] ?? '') : differing
  const words = (value: string | null | undefined) => {
    if (value === null || value === undefined) return 'nothing'
    const { type, options } = fields.get(field) ?? {}
    return type === 'date' ? DAY.format(new Date(value)) : (options?.[value] ?? value)
  }
  const verb = moved.is_deleted ? 'Deleted' : moved.outcome === 'N' ? 'Created' : 'Changed'
  const when = `${verb} by ${moved.changed_by} at ${TIME.format(moved.changed_at)}, after the check`
  const values = `now ${words(moved.current[field])}, in the file ${words(moved.value[field])}`
  return {
    column: field,
    code: 'conflict',
    message: moved.is_deleted ? `${when}.` : `${when}: ${values}.`,
    value: moved.value[field] ?? '',
  }
}

/** References to the file's own table need the whole file; the dry run checks others while reading. */
export function rejectOwnReferences(tx: Tx, filekey: string, table: TableDeclaration, today: string) {
  const own = Object.fromEntries(
    Object.entries(table.fields).filter(([, { reference }]) => `/${reference?.table}` === table.path),
  )
  return rejectReferences(tx, filekey, { ...table, fields: own }, today, 'unknown or inactive')
}

/** Rejects staged rows with new invalid references. A reference to a rejected row of the file is also invalid. */
async function rejectReferences(
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
