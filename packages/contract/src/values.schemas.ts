import * as z from 'zod/mini'
import { nameProblem } from './card-number.ts'
import { PAGE_SIZES } from './list.ts'
import { PURPOSES } from './purposes.ts'

/**
 * Shared schemas. Every string and list is bounded. A check may have its own message, with `{field}` for the field;
 * others use the message of the equivalent rule.
 */

/** Names schemas in the API documentation. */
export function nameSchemas(names: Readonly<Record<string, z.ZodMiniType>>): void {
  for (const [title, schema] of Object.entries(names)) z.globalRegistry.add(schema, { title })
}

/** `transaction code` becomes `TransactionCode`. */
export const schemaName = (words: string) =>
  words.replaceAll(/([a-z]+)[^a-z]*/gi, (_all, word: string) => word[0]?.toUpperCase() + word.slice(1))

export const uuid = z.uuid().check(z.toLowerCase())
export const timestamp = z.iso.datetime({ offset: true })
export const person = z.object({ id: uuid, name: z.string() })
/** There is no year 0. */
export const day = z.iso.date().check(z.regex(/^(?!0000)/))
export const count = z.int().check(z.minimum(0))

export function text(most: number) {
  // PostgreSQL stores neither NUL nor lone surrogates.
  const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()
  return z
    .string()
    .check(z.maxLength(most), z.refine(isStorable, '{field} has characters that cannot be stored'))
}

const INVISIBLE = '{field} has invisible control characters. Remove them'

/** Text of an audited statement. Refuses characters that can disguise it, except line breaks and tabs. */
export const visibleText = (most: number) =>
  text(most).check(z.refine((value) => !/[^\P{C}\t\r\n]/u.test(value), INVISIBLE))

/** A trimmed text that is not empty. */
export const statedText = (most: number) => visibleText(most).check(z.trim(), z.minLength(1, 'Enter {field}'))

/** A trimmed line that is not empty. */
export const statedLine = (most: number) =>
  text(most).check(
    z.refine((value) => nameProblem(value) !== 'hidden', INVISIBLE),
    z.trim(),
    z.minLength(1, 'Enter {field}'),
  )

const withoutCard = z.refine<string>(
  (value) => nameProblem(value) !== 'card',
  '{field} has a card number. Remove it',
)

/** A trimmed line that names something. */
export const storedName = (most: number) => statedLine(most).check(withoutCard)

/** A text whose rules limit the length with a better message. */
export const textCheckedByRules = text(1_000)

/** Such a text that names something. */
export const nameCheckedByRules = text(1_000).check(
  z.refine((value) => nameProblem(value) !== 'hidden', INVISIBLE),
  withoutCard,
)

/** Page number. Only the first 10,000 rows have page numbers; a cursor reaches the rest. */
export const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)
export const pageSize = z._default(z.pipe(z.coerce.number(), z.literal(PAGE_SIZES)), 25)

/** One value or several, as in `?status=A&status=B`. */
export function oneOrMany(item: z.ZodMiniType<string, string>, most: number) {
  const list = z.array(item).check(z.maxLength(most))
  const toList = z.transform((value: string | string[]) => (Array.isArray(value) ? value : [value]))
  // Ends with the list, because JSON Schema shows the type after a transform.
  return z.optional(z.pipe(z.pipe(z.union([list, item]), toList), list))
}

/** `accepted`: values, or forms of the body with their fields. `row`: id of a conflicting row. */
const fieldError = z.object({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  accepted: z.optional(z.array(z.string())),
  row: z.optional(z.object({ id: uuid, label: z.string() })),
})
export const fieldErrors = z.array(fieldError)

const reference = z.object({ label: z.string(), count, link: z.nullable(z.string()) })
/** References to a row by type: their number, and the application path that lists them. */
export const references = z.array(reference)
export type References = z.output<typeof references>

/** RFC 9457. `code` is stable and for programs, `detail` is for users. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(fieldErrors),
  /** Permissions, any of which would allow the call. */
  missing: z.optional(z.array(z.string())),
  /** The current row, in case of a conflict. */
  current: z.optional(z.unknown()),
  /** References that prevent a deletion. */
  used_by: z.optional(references),
  /** Id of this attempt. */
  request_id: z.string(),
  /** The client's `x-request-id`, shared by its retries. */
  client_request_id: z.optional(z.string()),
})
export type Problem = z.output<typeof problem>

nameSchemas({ NamedRecord: person, FieldError: fieldError, Reference: reference })

export const MAX_BULK_ITEMS = 500

/** The items of a bulk write. */
export function bulkItems<S extends z.ZodMiniType>(item: S) {
  return z
    .array(item)
    .check(
      z.minLength(1, '{field} must have at least one entry'),
      z.maxLength(
        MAX_BULK_ITEMS,
        `{field} may have at most ${MAX_BULK_ITEMS} entries. Send the rest in another call`,
      ),
    )
}

/** Outcome of a row of a bulk write, in the order of the items. */
export function rowOutcome<S extends z.ZodMiniType>(row: S) {
  return z.object({
    id: uuid,
    outcome: z.enum(['done', 'unchanged', 'refused']),
    /** Code of a refusal, as in a problem. */
    code: z.optional(z.string()),
    detail: z.optional(z.string()),
    errors: z.optional(fieldErrors),
    /** The row after the write, or the current row in case of a conflict. */
    row: z.optional(row),
    current: z.optional(row),
    /** References that prevent a deletion. */
    used_by: z.optional(references),
  })
}
export type RowOutcome<Row> = z.output<ReturnType<typeof rowOutcome<z.ZodMiniType<Row>>>>

/** Version of a reply of `POST /access/impact`. Sent with a change of access, so that the shown impact applies. */
export const impactVersion = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * A whole card number in a reply. Handlers can only reply with what `reveal` of the server has counted and recorded; a
 * plain string does not compile.
 */
export const wholeNumber = z.string().brand<'WholeNumber', 'in'>()
export type WholeNumber = z.input<typeof wholeNumber>

export const revealReason = z.strictObject({ reason: z.enum(PURPOSES), ticket_no: textCheckedByRules })
