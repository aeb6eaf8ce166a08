import { createHash } from 'node:crypto'
import type { Direction, ListDeclaration, ListedType, Sort } from '@backoffice/contract/list'
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { invalidField } from './errors.ts'
import type { ListExpression } from './list-source.ts'

/** A sort expression. Nulls are last ascending and first descending, as in PostgreSQL indexes. */
export type SortKey = {
  readonly sql: RawBuilder<unknown>
  readonly direction: Direction
  readonly nullable: boolean
}
type Bool = RawBuilder<SqlBool>
type SortValues = readonly (string | null)[]

type Fields = {
  declaration: ListDeclaration
  expressions: Readonly<Record<string, ListExpression>>
  id: Expression<unknown>
  unique: readonly string[]
}

/**
 * Continues with the list's own order, so that equal rows have one that people understand. Ends with the id, in the
 * direction of the last field, so that one index serves both directions. An order that is already unique has no id, so
 * that its unique index serves it.
 */
export function sortKeysOf(sort: readonly Sort[], fields: Fields): SortKey[] {
  const { declaration, expressions, id, unique } = fields
  const whole = firstOfEachField([...sort, ...declaration.sort, ...(declaration.ties ?? [])])
  const keys = [...whole].map(([name, each]): SortKey => {
    const expression = expressions[name]
    const field = declaration.fields[name]
    if (!expression || !field) throw new Error(`The list has no expression for ${name}`)
    const direction = each.endsWith(':desc') ? 'desc' : 'asc'
    return { sql: ordered(expression, field.type), direction, nullable: expression.nullable === true }
  })
  if (unique.length > 0 && unique.every((name) => whole.has(name))) return keys
  return [...keys, { sql: sql`${id}`, direction: keys.at(-1)?.direction ?? 'asc', nullable: false }]
}

function firstOfEachField(sort: readonly Sort[]): Map<string, Sort> {
  const first = new Map<string, Sort>()
  for (const each of sort) {
    const name = each.slice(0, each.lastIndexOf(':'))
    if (!first.has(name)) first.set(name, each)
  }
  return first
}

/**
 * Sorts by code point, independent of the database's locale; names ignore case. Codes and choices are `COLLATE "C"`
 * columns or have such an index; names have one on `lower(name) COLLATE "C"`.
 */
function ordered({ sql: expression, long, isNumber }: ListExpression, type: ListedType): RawBuilder<unknown> {
  if (isNumber) return sql`${expression}`
  if (type === 'code' || type === 'choice') return sql`${expression} COLLATE "C"`
  if (type !== 'text') return sql`${expression}`
  return long ? sql`left(lower(${expression}), 200) COLLATE "C"` : sql`lower(${expression}) COLLATE "C"`
}

export function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  keys: readonly SortKey[],
): SelectQueryBuilder<DB, TB, O> {
  return keys.reduce((ordered, key) => ordered.orderBy(key.sql, key.direction), query)
}

export function reversed(keys: readonly SortKey[]): SortKey[] {
  return keys.map((key) => ({ ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' }))
}

/**
 * Conditions for the rows beyond the row with these values. A nullable first key takes two conditions, to be queried in
 * turn, because an index cannot bound a single one with OR.
 */
export function beyond(keys: readonly SortKey[], values: SortValues, inclusive: boolean): Bool[] {
  const [first, ...rest] = keys
  if (!first) return []
  if (!first.nullable) return [after(keys, values, inclusive)]
  const isNull = sql<SqlBool>`${first.sql} IS NULL`
  const [value, ...others] = values
  const ofValues = () => after([{ ...first, nullable: false }, ...rest], values, inclusive)
  const ofNulls = () => sql<SqlBool>`(${isNull} AND ${after(rest, others, inclusive)})`
  if (first.direction === 'asc') return value === null ? [ofNulls()] : [ofValues(), isNull]
  return value === null ? [ofNulls(), sql`${first.sql} IS NOT NULL`] : [ofValues()]
}

function after(keys: readonly SortKey[], values: SortValues, inclusive: boolean): Bool {
  const [first, ...rest] = keys
  // All keys are equal, so this is the row itself.
  if (!first) return inclusive ? sql`true` : sql`false`
  const [value = null, ...others] = values
  if (keys.every((key) => !key.nullable && key.direction === first.direction)) {
    const operator = sql.raw((first.direction === 'asc' ? '>' : '<') + (inclusive ? '=' : ''))
    const row = sql.join(keys.map((key) => key.sql))
    return sql`(${row}) ${operator} (${sql.join(values)})`
  }
  const tied = sql`${equal(first, value)} AND ${after(rest, others, inclusive)}`
  // The bound repeats the OR in a form that an index can use.
  return sql`(${bound(first, value)} AND (${further(first, value)} OR (${tied})))`
}

function equal({ sql: key }: SortKey, value: string | null): Bool {
  return value === null ? sql`${key} IS NULL` : sql`${key} = ${value}`
}

function further({ sql: key, direction, nullable }: SortKey, value: string | null): Bool {
  if (direction === 'desc') return value === null ? sql`${key} IS NOT NULL` : sql`${key} < ${value}`
  if (value === null) return sql`false`
  return nullable ? sql`(${key} > ${value} OR ${key} IS NULL)` : sql`${key} > ${value}`
}

function bound({ sql: key, direction, nullable }: SortKey, value: string | null): Bool {
  if (nullable || value === null) return sql`true`
  return direction === 'asc' ? sql`${key} >= ${value}` : sql`${key} <= ${value}`
}

/** A position in an ordered list. It has the sort values of the row at its edge, as PostgreSQL writes them, id last. */
export type Cursor = {
  readonly direction: 'next' | 'previous'
  readonly values: readonly (string | null)[]
  /** Includes the row of the cursor itself, the last one before an empty page. */
  readonly inclusive: boolean
  /** Estimated total, kept from the first page. */
  readonly estimate: number | null
}

const shape = z.strictObject({
  q: z.string(),
  d: z.enum(['next', 'previous']),
  v: z.array(z.nullable(z.string())),
  i: z.optional(z.literal(true)),
  t: z.optional(z.int().check(z.positive())),
})

/** Identifies queries with the same rows in the same order. */
export function fingerprintOf(parts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(parts)))
    .digest('base64url')
    .slice(0, 16)
}

function sorted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sorted)
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, sorted(value)]),
  )
}

export function encodeCursor(
  fingerprint: string,
  { direction, values, inclusive, estimate }: Cursor,
): string {
  const packed: z.output<typeof shape> = {
    q: fingerprint,
    d: direction,
    v: [...values],
    ...(inclusive && { i: true }),
    ...(estimate !== null && { t: estimate }),
  }
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

/** Throws 422 for an invalid cursor and one of another query. `length` is the number of sort values. */
export function decodeCursor(cursor: string, fingerprint: string, length: number): Cursor {
  const read = shape.safeParse(parsed(cursor))
  if (!read.success) throw unreadableCursor()
  const { q, d, v, i, t } = read.data
  if (q !== fingerprint)
    throw invalidField(
      'after',
      'cursor_mismatch',
      'This page belongs to another search. Start at the first page.',
    )
  if (v.length !== length) throw unreadableCursor()
  return { direction: d, values: v, inclusive: i === true, estimate: t ?? null }
}

export function unreadableCursor() {
  return invalidField('after', 'cursor_mismatch', 'This page can’t be found. Start at the first page.')
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** The values of a record in PostgreSQL's text form: `(POS,"two words",,"")` has a null and an empty text. */
export function valuesOfRecord(record: string): (string | null)[] {
  // Puts a comma before every value, including the first.
  const fields = record
    .replace('(', ',')
    .slice(0, -1)
    .matchAll(/,(?:"((?:[^"\\]|""|\\\\)*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain]) =>
    quoted === undefined ? plain || null : quoted.replaceAll('""', '"').replaceAll('\\\\', '\\'),
  )
}
