import * as z from 'zod/mini'
import { COLUMN_FORMATS, MATCH_PREVIEW_ROWS, MAX_FILE_COLUMNS, SUGGESTED_BY } from './columns.ts'
import type { Schemas } from './endpoint.ts'
import { trackedFile } from './files.schemas.ts'
import { keysOf } from './objects.ts'
import { bulkItems, count, nameSchemas, text, timestamp, uuid } from './values.schemas.ts'

const column = z.int().check(z.minimum(0), z.maximum(MAX_FILE_COLUMNS - 1))
const row = z.int().check(z.minimum(1), z.maximum(1_048_576))
const field = text(60)
const format = z.enum(keysOf(COLUMN_FORMATS))

/** A field takes the values of a column, or one value for all rows. */
const matchedColumn = z.strictObject({ field, column })
const matchedValue = z.strictObject({ field, value: text(500).check(z.minLength(1)) })
const matchedField = z.union([matchedColumn, matchedValue])

/** Columns of an upload, with suggested fields. Card numbers in cells are masked. */
const uploadColumns = z.object({
  source_filekey: uuid,
  version: count,
  /**
   * Sheets with rows; empty for a CSV. `rows`: null if the workbook does not state it. `problem`: why the sheet cannot be
   * read.
   */
  sheets: z.array(
    z.object({
      ...{ index: count, name: z.string(), rows: z.nullable(count), is_hidden: z.boolean() },
      problem: z.nullable(z.string()),
    }),
  ),
  /** Index of the chosen sheet; null for a CSV. */
  sheet: z.nullable(count),
  /** Line or sheet row of the header. */
  header_row: row,
  /** Rows below the header. */
  rows: count,
  /** The first rows of the file or sheet, the header and rows above it included. */
  preview: z.array(z.object({ row, cells: z.array(z.string()) })).check(z.maxLength(MATCH_PREVIEW_ROWS)),
  columns: z.array(
    z.object({
      index: column,
      /** Name in the header; empty if it has none. */
      name: z.string(),
      /** The first three values. */
      samples: z.array(z.string()),
      /** Cells that are not empty. */
      filled: count,
      suggestion: z.nullable(z.object({ field, by: z.enum(SUGGESTED_BY) })),
      /**
       * Orders in which every date of the column can be read. The user chooses between several; null if it has no
       * dates. Cells that a workbook stores as dates need no order.
       */
      date_orders: z.nullable(z.array(format)),
      /** The same for the decimal sign of numbers; null if it has no numbers with separators. */
      decimal_signs: z.nullable(z.array(format)),
    }),
  ),
  /** The current matching, or the remembered one for these headers; null without one. */
  matched: z.nullable(
    z.object({
      fields: z.array(matchedField),
      formats: z.record(z.string(), format),
      /** When it was confirmed; `by`: null for the caller's own. */
      at: timestamp,
      by: z.nullable(z.string()),
      is_shared: z.boolean(),
    }),
  ),
  /** Another category whose template has these headers. */
  looks_like: z.nullable(z.string()),
  /** Other files of the caller that wait for the same matching. */
  same_headers: z.array(z.object({ source_filekey: uuid, version: count, file_name: z.string() })),
})

nameSchemas({ UploadColumns: uploadColumns, MatchedColumn: matchedColumn, MatchedValue: matchedValue })

export const columnSchemas = {
  get: {
    summary: 'Columns of an upload, with suggested fields',
    audit: { resource: 'file', action: 'view', id: 'query.source_filekey' },
    query: z.object({ source_filekey: uuid }),
    reply: uploadColumns,
  },
  match: {
    summary:
      'Match the columns of an upload with fields, and check its rows. Without `columns`, read another sheet or header row',
    audit: { resource: 'file', action: 'match', id: 'body.source_filekey' },
    versioned: 'body',
    body: z.strictObject({
      source_filekey: uuid,
      version: count,
      /** Null for a CSV. */
      sheet: z.nullable(count),
      header_row: row,
      columns: z.optional(z.array(matchedField).check(z.minLength(1), z.maxLength(MAX_FILE_COLUMNS))),
      /** Formats by field, required for dates and numbers of columns that can be read in several ways. */
      formats: z._default(z.record(field, format), {}),
      /** Suggests this matching to other users of the category too. */
      share: z._default(z.boolean(), false),
      /** Other files of the caller with the same headers, which are matched in the same way. */
      also: z.optional(bulkItems(z.strictObject({ source_filekey: uuid, version: count }))),
    }),
    reply: trackedFile,
  },
} satisfies Record<string, Schemas>
