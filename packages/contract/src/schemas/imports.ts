import * as z from 'zod/mini'
import { uuid } from './values.ts'

/** `partial`: valid rows only; required when rows are rejected. */
export const confirmedImport = z.strictObject({ source_filekey: uuid, partial: z.optional(z.boolean()) })

export const importTemplate = z.object({ file_name: z.string(), content: z.string() })
