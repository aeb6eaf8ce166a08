import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { AUDIT_OUTCOMES, auditList } from '../lists/audit.ts'
import { keysOf } from '../objects.ts'
import { exportRequest, listQuery, listReply } from './list.ts'
import { count, timestamp, uuid } from './values.ts'

const event = z.object({
  id: z.string(),
  at: timestamp,
  /** Without an id: the system. */
  actor: z.object({ id: z.nullable(uuid), name: z.string() }),
  resource: z.string(),
  action: z.string(),
  // The keys are the outcomes.
  outcome: z.enum(keysOf(AUDIT_OUTCOMES)),
  /** `label`: name of the record when the event was written; null where it has none. */
  record: z.nullable(z.object({ id: z.string(), label: z.nullable(z.string()) })),
  /** By field: before and after. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  reason: z.nullable(z.string()),
  /** Number of equal events that this one stands for. */
  count,
  request_id: z.nullable(z.string()),
  /** The client's own id of the call. */
  client_request_id: z.nullable(z.string()),
})

export const auditSchemas = {
  list: {
    summary: 'The audit trail, newest first',
    audit: { resource: 'audit', action: 'list' },
    body: listQuery(auditList),
    reply: listReply(event),
  },
  export: {
    summary: 'Write the trail, as it is listed, to a file',
    status: 202,
    audit: { resource: 'audit', action: 'export' },
    body: exportRequest(auditList),
    reply: z.object({ source_filekey: uuid }),
  },
} satisfies Record<string, Schemas>
