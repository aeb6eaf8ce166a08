import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { MIN_SEARCH_LETTERS, SEARCH_KIND_NAMES } from './search.ts'
import { text } from './values.schemas.ts'

export const searchSchemas = {
  find: {
    summary: 'Find records of all kinds by name or code',
    body: z.strictObject({ search: text(100).check(z.trim(), z.minLength(MIN_SEARCH_LETTERS)) }),
    reply: z.object({
      /** At most 6 records of a kind, of which those whose name or code begins with the text come first. */
      items: z.array(
        z.object({
          kind: z.enum(SEARCH_KIND_NAMES),
          /** Last part of the record’s path. */
          id: z.string(),
          label: z.string(),
          note: z.string(),
          /** Other texts by which the record is found, such as an email. */
          keywords: z.string(),
        }),
      ),
      /** False if only beginnings of names and codes were searched, because the whole search took too long. */
      complete: z.boolean(),
    }),
  },
} satisfies Record<string, Schemas>
