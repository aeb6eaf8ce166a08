import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { invalidField } from './errors.ts'

/** A position in an ordered list: sort values of the row at its edge, as PostgreSQL writes them, the id last. */
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

/** Throws 422 for an invalid cursor and one of another query. `length`: number of sort values. */
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
