import type { AuditAction, AuditResource } from '@backoffice/contract/audit'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { cardlessFields } from '@backoffice/contract/masked-fields'
import { TABLES } from '@backoffice/contract/tables/tables'
import type { Reader } from '../db/client.ts'
import type { Json } from '../db/schema.generated.ts'
import { maskedJson } from './masked-json.ts'
import type { RequestIds } from './request-ids.ts'

/** By field: before and after. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Card numbers are masked here; other secret values must not be in it. */
export type AuditEvent = {
  resource: AuditResource
  action: AuditAction
  /** Of the record; null when the event has none, or many. */
  id: string | null
  /** Default `done`. */
  outcome?: 'done' | 'refused'
  changes?: Changes
  reason?: string
  /** Number of equal events that the row stands for; default 1. */
  count?: number
}

export type Actor = { id: string | null; name: string }

const CARDLESS = new Map<AuditResource, ReadonlySet<string>>(
  TABLES.map((table) => [table.resource, cardlessFields(table)]),
)

export async function recordAudit(
  db: Reader,
  { actor, requestId, clientRequestId }: { actor: Actor } & RequestIds,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('audit_events')
    .values(
      events.map((event) => ({
        actor_id: actor.id,
        actor_name: actor.name,
        action: `${event.resource}.${event.action}`,
        resource: event.resource,
        resource_id: event.id,
        outcome: event.outcome ?? 'done',
        // Changes are plain data; the generated column type is wider.
        changes: maskedJson(event.changes ?? {}, CARDLESS.get(event.resource)) as unknown as Json,
        reason: event.reason === undefined ? null : maskCardNumbers(event.reason),
        count: event.count ?? 1,
        request_id: requestId,
        client_request_id: clientRequestId,
      })),
    )
    .execute()
}

/** For events that no call caused. */
export const NO_REQUEST: RequestIds = { requestId: null, clientRequestId: null }

const SYSTEM = { actor: { id: null, name: 'System' }, ...NO_REQUEST }

/** For jobs and commands, which run without a user. */
export function recordSystemAudit(db: Reader, event: AuditEvent): Promise<void> {
  return recordAudit(db, SYSTEM, [event])
}
