import * as z from 'zod/mini'
import { count, nameSchemas, uuid } from './values.schemas.ts'

/**
 * `version`: the file as the caller saw it; required after its rows were checked again. `partial`: valid rows only;
 * required when rows are rejected.
 */
export const confirmedImport = z.strictObject({
  source_filekey: uuid,
  version: z.optional(count),
  partial: z.optional(z.boolean()),
})

export const importTemplate = z.object({
  /** Name of the CSV. */
  file_name: z.string(),
  /** CSV with an example row. */
  content: z.string(),
  /** The same as an Excel workbook, in base64. */
  workbook: z.string(),
})

nameSchemas({ ConfirmedImport: confirmedImport, ImportTemplate: importTemplate })
