import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'

export const accessSchemas = {
  getAccessPolicy: {
    summary: 'What the caller may see and do',
    reply: z.object({ modules: z.array(z.string()), policies: z.array(z.string()) }),
  },
} satisfies Record<string, Schemas>
