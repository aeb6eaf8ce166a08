import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { exportRequest, listQuery, listReply } from './list.schemas.ts'
import { AUDIT_OUTCOMES, auditList } from './lists/audit.ts'
import { keysOf } from './objects.ts'
import { count, nameSchemas, timestamp, uuid } from './values.schemas.ts'

const allowedBy = z.object({
  permission: z.string(),
  /** Null for a policy that was granted in addition to the role. */
  role: z.nullable(z.string()),
  policy: z.string(),
  statement: z.string(),
  /** End of temporary access. */
  until: z.nullable(timestamp),
})

const event = z.object({
  id: z.string(),
  at: timestamp,
  /** The system has no id. */
  actor: z.object({ id: z.nullable(uuid), name: z.string() }),
  /** The user who approved the change; an operator has no id. Null if it needed no approval. */
  approved_by: z.nullable(z.object({ id: z.nullable(uuid), name: z.string() })),
  resource: z.string(),
  action: z.string(),
  outcome: z.enum(keysOf(AUDIT_OUTCOMES)),
  /** `label`: name of the record at the time of the event, if any. */
  record: z.nullable(z.object({ id: z.string(), label: z.nullable(z.string()) })),
  /** Values before and after, by field. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  reason: z.nullable(z.string()),
  /** Number of equal events in this row. */
  count,
  /** Address and device of the client, in words; null for jobs and earlier events. */
  client: z.nullable(z.object({ address: z.nullable(z.string()), device: z.nullable(z.string()) })),
  /** Null if any signed-in user may make the call, no call was made, or it was refused. */
  allowed_by: z.nullable(allowedBy),
  /** The import or bulk action that wrote the event. */
  source_filekey: z.nullable(uuid),
  request_id: z.nullable(z.string()),
  /** The client's id of the call. */
  client_request_id: z.nullable(z.string()),
})

nameSchemas({ AuditEvent: event, AllowedBy: allowedBy })

export const auditSchemas = {
  list: {
    summary: 'The audit trail, newest first',
    audit: { resource: 'audit', action: 'list' },
    body: listQuery(auditList),
    reply: listReply(event),
  },
  export: {
    summary: 'Export the listed events to a file',
    status: 202,
    audit: { resource: 'audit', action: 'export' },
    recentSignIn: 'always',
    body: exportRequest(auditList),
    reply: z.object({ source_filekey: uuid }),
  },
} satisfies Record<string, Schemas>
