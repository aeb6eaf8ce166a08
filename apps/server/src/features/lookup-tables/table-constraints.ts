import { type Access, may, type Permission } from '@backoffice/contract/access'
import { deniedMessage } from '@backoffice/contract/permission-labels'
import {
  keyFields,
  movePermission,
  namingKeys,
  ownCode,
  type RangeRule,
  type TableDeclaration,
} from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { undoWrite } from '../../kernel/bulk.ts'
import { type FieldError, HttpError, invalidField, invalidFields } from '../../kernel/errors.ts'
import { lockFormer } from './table.store.ts'
import type { Values } from './table-values.ts'

type RowWrite = { tx: Tx; table: TableDeclaration; id: string | null; after: Values }

/** Runs a write, within `inSavepoint`; a violated constraint becomes a 422 that names the conflicting row. */
export function withConstraints<T>(rowWrite: RowWrite, write: () => Promise<T>): Promise<T> {
  return write().catch(async (error: unknown) => {
    const constraint = constraintOf(error)
    if (constraint === undefined) throw error
    await undoWrite(rowWrite.tx)
    const found = await fieldErrorOf(rowWrite, constraint)
    throw found ? invalidFields([found]) : error
  })
}

/**
 * Serializes writes of a table with ranges. With the exclusion constraint alone, overlapping concurrent writes wait for
 * each other: a deadlock per pair, each detected after a second.
 */
export async function lockRanges(tx: Tx, { name, ranges }: TableDeclaration): Promise<void> {
  if (ranges?.length) await sql`SELECT pg_advisory_xact_lock(hashtext(${`ranges of ${name}`}))`.execute(tx)
}

function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined
  return error.code === '23505' || error.code === '23P01' ? String(error.constraint) : undefined
}

async function fieldErrorOf(rowWrite: RowWrite, constraint: string): Promise<FieldError | undefined> {
  const { table } = rowWrite
  if (constraint === `${table.name}_key`) return keyTaken(rowWrite)
  const range = table.ranges?.find((each) => each.constraint === constraint)
  return range && rangeTaken(rowWrite, range)
}

async function keyTaken({ tx, table, after }: RowWrite): Promise<FieldError> {
  const keys = keyFields(table)
  const same = keys.map((name) => sql`${sql.ref(name)} = ${after[name]}`)
  const other = await findOther(tx, table, sql`${sql.join(same, sql` AND `)}`)
  // The error belongs at the code, not at its system or company.
  const field = ownCode(table)
  const label = other ? labelOf(table, other) : keys.map((name) => after[name]).join(' ')
  return {
    field,
    code: 'E009',
    message: `${label} already exists.`,
    ...(other && { row: { id: String(other.id), label } }),
  }
}

async function rangeTaken({ tx, table, id, after }: RowWrite, range: RangeRule): Promise<FieldError> {
  const { from, to, within, digits } = range
  const scope = within.map((name) => sql`${sql.ref(name)} = ${after[name]}`)
  const bounds = sql`rpad(${sql.ref(from)}, ${digits}, '0') <= ${after[to]?.padEnd(digits, '9')}
    AND rpad(${sql.ref(to)}, ${digits}, '9') >= ${after[from]?.padEnd(digits, '0')}`
  const dates = sql`daterange(effective_from, effective_to, '[]') && daterange(${after.effective_from}, ${after.effective_to}, '[]')`
  const notItself = id === null ? sql`true` : sql`id <> ${id}`
  const condition = sql`${sql.join(scope, sql` AND `)} AND status = 'ACTIVE' AND ${bounds} AND ${dates} AND ${notItself}`
  const other = await findOther(tx, table, condition)
  if (!other) return { field: from, code: 'E011', message: `The ${range.label} overlaps another.` }
  const label = labelOf(table, other)
  const start = nextAfter(String(other[to]), after[from]?.length ?? digits)
  const isFreeAfter = start !== undefined && start <= (after[to] ?? '')
  return {
    field: from,
    code: 'E011',
    message: `Overlaps ${label}, which has ${other[from]}–${other[to]}.${isFreeAfter ? ` Start at ${start} or later.` : ''}`,
    row: { id: String(other.id), label },
  }
}

function nextAfter(end: string, length: number): string | undefined {
  const next = String(Number(end.padEnd(length, '9').slice(0, length)) + 1)
  return next.length > length ? undefined : next.padStart(length, '0')
}

async function findOther(tx: Tx, table: TableDeclaration, condition: ReturnType<typeof sql>) {
  const names = [
    ...keyFields(table),
    table.naming,
    ...(table.ranges ?? []).flatMap(({ from, to }) => [from, to]),
  ]
  const columns = ['id', ...new Set(names)].map((name) => sql.ref(name))
  const { rows } = await sql<
    Record<string, unknown>
  >`SELECT ${sql.join(columns)} FROM ${sql.table(table.name)}
    WHERE deleted_at IS NULL AND ${condition} ORDER BY id LIMIT 1`.execute(tx)
  return rows[0]
}

/** `FUEL 0036, Debit, fuel`: naming parts of the key, and the name. */
function labelOf(table: TableDeclaration, row: Readonly<Record<string, unknown>>): string {
  const key = namingKeys(table).map((name) => row[name])
  return `${key.join(' ')}, ${row[table.naming]}`
}

/**
 * A row that took the key of a deleted one would have the changes of that row, but neither its rules nor its history. Run
 * after the write, which waits for a deletion at the same time.
 */
export async function requireOwnKey(tx: Tx, table: TableDeclaration, after: Values): Promise<void> {
  if (!(await lockFormer(tx, table, after))) return
  const detail = `A deleted ${table.noun} had this key. Create it to bring it back.`
  throw invalidField(ownCode(table), 'deleted_key', detail)
}

/** A row with another key takes the place of that key. */
export function isMove(table: TableDeclaration, changes: object): boolean {
  const { movedBy } = table
  return movedBy ? [...movedBy, ...keyFields(table)].some((name) => name in changes) : false
}

export function requireMove(table: TableDeclaration, changes: object, access: Access | undefined): void {
  const permission = movePermission(table)
  if (permission && isMove(table, changes)) requireAccess(access, permission)
}

export function requireAccess(access: Access | undefined, permission: Permission): void {
  if (access && may(access, permission)) return
  throw new HttpError('access_denied', { detail: deniedMessage([permission]), missing: [permission] })
}
