import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { HISTORY_PERMISSIONS } from './history.ts'
import { count, nameSchemas, timestamp, uuid } from './values.schemas.ts'

const event = z.object({
  id: z.string(),
  at: timestamp,
  /** The system has no id. */
  actor: z.object({ id: z.nullable(uuid), name: z.string() }),
  /** The user who approved the change; an operator has no id. Null if it needed no approval. */
  approved_by: z.nullable(z.object({ id: z.nullable(uuid), name: z.string() })),
  /** `resource.action`. */
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  /** Values before and after, by field. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  reason: z.nullable(z.string()),
  /** Number of equal events in this row. */
  count,
  request_id: z.nullable(z.string()),
})

nameSchemas({ HistoryEvent: event })

export const historySchemas = {
  get: {
    summary: 'History of a record, newest first, 50 events per page',
    audit: { resource: 'audit', resourceIn: 'params.resource', action: 'history', id: 'params.id' },
    params: z.object({ resource: z.enum([...HISTORY_PERMISSIONS.keys()]), id: uuid }),
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
    reply: z.object({ items: z.array(event), next: z.nullable(z.string()) }),
  },
} satisfies Record<string, Schemas>
