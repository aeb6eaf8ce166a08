import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'

export const accessSchemas = {
  getAccessPolicy: {
    summary: 'Modules and permissions of the caller',
    openToSetUp: true,
    reply: z.object({ modules: z.array(z.string()), policies: z.array(z.string()) }),
  },
} satisfies Record<string, Schemas>
