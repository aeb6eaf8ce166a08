import * as z from 'zod/mini'
import { COLUMN_FORMATS } from './columns.ts'
import type { Schemas } from './endpoint.ts'
import { trackedFile } from './files.schemas.ts'
import { FIX_SUGGESTIONS, MAX_FIXED_CELLS, MAX_ROWS_TO_FIX } from './fixes.ts'
import { keysOf } from './objects.ts'
import { count, nameSchemas, text, uuid } from './values.schemas.ts'

const row = z.int().check(z.minimum(1), z.maximum(1_048_576))
const field = text(60)
/** A cell as it would be in the file. */
const cell = text(2_000)

const problem = z.object({
  /** Null for a problem of the whole line. */
  field: z.nullable(field),
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  /** A value that would solve the problem. */
  suggestion: z.nullable(z.object({ value: z.string(), kind: z.enum(FIX_SUGGESTIONS) })),
})

nameSchemas({ CellProblem: problem })

export const fixSchemas = {
  rows: {
    summary:
      'The first rejected rows of a dry run, then rows with warnings, 1,000 together, with suggested values',
    audit: { resource: 'file', action: 'view', id: 'query.source_filekey' },
    query: z.object({ source_filekey: uuid }),
    reply: z.object({
      version: count,
      /** Fields with a column, in the order of the file. */
      fields: z.array(field),
      /** Formats that the columns were matched with, by field. */
      formats: z.optional(z.record(z.string(), z.enum(keysOf(COLUMN_FORMATS)))),
      rows: z
        .array(
          z.object({
            row_number: row,
            line_number: row,
            outcome: z.enum(['rejected', 'warned']),
            /** Cells by field, card numbers masked. */
            cells: z.record(z.string(), z.string()),
            /** Fields whose cell has a masked card number. */
            masked: z.array(field),
            /** Fields with corrected cells: the value in the uploaded file, masked. */
            was: z.record(z.string(), z.string()),
            problems: z.array(problem),
            /** False for a malformed line, whose cells are not known. */
            is_fixable: z.boolean(),
          }),
        )
        .check(z.maxLength(MAX_ROWS_TO_FIX)),
      /** Rejected and warned rows of the file, and its corrected rows. */
      total_rejected: count,
      total_warned: count,
      total_fixed: count,
    }),
  },
  cell: {
    summary: 'A whole cell of an own file, to correct it',
    audit: { resource: 'file', action: 'view', id: 'body.source_filekey' },
    body: z.strictObject({ source_filekey: uuid, row, field }),
    reply: z.object({ value: z.string() }),
  },
  save: {
    summary: 'Correct cells of an upload, and check its rows again',
    audit: { resource: 'file', action: 'fix', id: 'body.source_filekey' },
    versioned: 'body',
    bodyLimitBytes: 3 * 1024 * 1024,
    body: z.strictObject({
      source_filekey: uuid,
      version: count,
      items: z
        .array(
          z.strictObject({
            row,
            /** New cells by field; null reverts a correction. */
            values: z.record(field, z.nullable(cell)),
          }),
        )
        .check(
          z.minLength(1),
          z.maxLength(MAX_ROWS_TO_FIX),
          z.refine(
            (items: readonly { values: Record<string, unknown> }[]) =>
              items.reduce((sum, { values }) => sum + Object.keys(values).length, 0) <= MAX_FIXED_CELLS,
            `A call may correct at most ${MAX_FIXED_CELLS} cells. Send the rest in another call`,
          ),
        ),
    }),
    reply: trackedFile,
  },
} satisfies Record<string, Schemas>
