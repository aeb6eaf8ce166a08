import * as z from 'zod/mini'
import { PAGE_SIZES } from '../list.ts'

/**
 * Schemas that many endpoints share. Every string and list is bounded. A check may have a sentence of its own, with
 * `{field}` for the field; the others get the sentence of a rule.
 */

export const uuid = z.uuid()
export const timestamp = z.iso.datetime({ offset: true })
export const person = z.object({ id: uuid, name: z.string() })
/** There is no year 0. */
export const day = z.iso.date().check(z.regex(/^(?!0000)/))
export const count = z.int().check(z.minimum(0))

export function text(most: number) {
  // PostgreSQL keeps neither NUL nor half of a surrogate pair.
  const isKept = (value: string) => !value.includes('\0') && value.isWellFormed()
  return z.string().check(z.maxLength(most), z.refine(isKept, '{field} has characters that cannot be stored'))
}

/** For a text whose length is a matter of its rules, which have the better words: bounded all the same. */
export const textCheckedByRules = text(1_000)

/** Query-string numbers arrive as text. By number only the first 10,000 rows are reached; with a cursor it is repeated. */
export const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)
export const pageSize = z._default(z.pipe(z.coerce.number(), z.literal(PAGE_SIZES)), 25)

/** One value or several: `?status=A&status=B`. */
export function oneOrMany(item: z.ZodMiniType<string, string>, most: number) {
  const list = z.array(item).check(z.maxLength(most))
  const toList = z.transform((value: string | string[]) => (Array.isArray(value) ? value : [value]))
  // The list again: JSON Schema has no transforms, and shows what stands behind one.
  return z.optional(z.pipe(z.pipe(z.union([list, item]), toList), list))
}

/** `row`: another row that is in the way. */
export const fieldErrors = z.array(
  z.object({
    field: z.string(),
    code: z.string(),
    message: z.string(),
    row: z.optional(z.object({ id: uuid, label: z.string() })),
  }),
)

/** Of what has references to a row: how many, and the address in the application that lists them. */
export const references = z.array(z.object({ label: z.string(), count, link: z.nullable(z.string()) }))
export type References = z.output<typeof references>

/** RFC 9457. `code` is stable and for programs, `detail` is for people. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(fieldErrors),
  /** Names of permissions of which one would allow the call. */
  missing: z.optional(z.array(z.string())),
  /** The row as it is now, where the refusal is a conflict with it. */
  current: z.optional(z.unknown()),
  /** What refers to a row that was not deleted. */
  used_by: z.optional(references),
  /** Names one attempt. */
  request_id: z.string(),
  /** The `x-request-id` that the client sent, the same for each attempt. */
  client_request_id: z.optional(z.string()),
})
export type Problem = z.output<typeof problem>

export const MAX_BULK_ITEMS = 500

/** The items of a bulk write. */
export function bulkItems<S extends z.ZodMiniType>(item: S) {
  return z
    .array(item)
    .check(
      z.minLength(1, '{field} must be at least one'),
      z.maxLength(
        MAX_BULK_ITEMS,
        `{field} may be at most ${MAX_BULK_ITEMS}: send the others in another call`,
      ),
    )
}

/** What became of one row of a bulk write, in the order of the items. */
export function rowOutcome<S extends z.ZodMiniType>(row: S) {
  return z.object({
    id: uuid,
    outcome: z.enum(['done', 'unchanged', 'refused']),
    /** Of a refusal, as of a problem. */
    code: z.optional(z.string()),
    detail: z.optional(z.string()),
    errors: z.optional(fieldErrors),
    /** The row after the write, or as it is now where the refusal is a conflict with it. */
    row: z.optional(row),
    current: z.optional(row),
    /** What refers to a row that was not deleted. */
    used_by: z.optional(references),
  })
}
export type RowOutcome<Row> = z.output<ReturnType<typeof rowOutcome<z.ZodMiniType<Row>>>>

/** Version of the reply of `POST /access/impact`. A change of access has it, so that the impact that was shown is saved. */
export const impactVersion = z.string().check(z.regex(/^[0-9a-f]{64}$/))
