import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { invalidField } from './errors.ts'

/** A place in an ordered list: the values of the row at its edge, as PostgreSQL writes them, the id last. */
export type Cursor = {
  readonly direction: 'next' | 'previous'
  readonly values: readonly (string | null)[]
  /** The row of the cursor itself is wanted too: it was the last one before an empty page. */
  readonly inclusive: boolean
  /** An estimated total is not made anew for each page. */
  readonly estimate: number | null
}

const shape = z.strictObject({
  q: z.string(),
  d: z.enum(['next', 'previous']),
  v: z.array(z.nullable(z.string())),
  i: z.optional(z.literal(true)),
  t: z.optional(z.int().check(z.positive())),
})

/** Equal for queries that have the same rows in the same order. */
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

/** `length`: number of values that the order has. Throws 422 for a cursor of another query and for none at all. */
export function decodeCursor(given: string, fingerprint: string, length: number): Cursor {
  const read = shape.safeParse(parsed(given))
  if (!read.success) throw unreadableCursor()
  const { q, d, v, i, t } = read.data
  if (q !== fingerprint)
    throw invalidField(
      'after',
      'cursor_mismatch',
      'This page belongs to another search: start at the first page.',
    )
  if (v.length !== length) throw unreadableCursor()
  return { direction: d, values: v, inclusive: i === true, estimate: t ?? null }
}

export function unreadableCursor() {
  return invalidField('after', 'cursor_mismatch', 'This page cannot be found: start at the first page.')
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(Buffer.from(given, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** The values of a record in PostgreSQL's text form: `(POS,"two words",,"")` has a null and an empty text. */
export function valuesOfRecord(record: string): (string | null)[] {
  // Each value behind a comma, the first one too.
  const fields = record
    .replace('(', ',')
    .slice(0, -1)
    .matchAll(/,(?:"((?:[^"\\]|""|\\\\)*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain]) =>
    quoted === undefined ? plain || null : quoted.replaceAll('""', '"').replaceAll('\\\\', '\\'),
  )
}
