import * as z from 'zod/mini'
import { nameSchemas, uuid } from './values.schemas.ts'

/** A user whose name is easily taken for another one. */
export const similarUser = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  similarity: z.enum(['equal', 'confusable']),
})

nameSchemas({ SimilarUser: similarUser })
