import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Reader } from '../db/client.ts'
import type { Json } from '../db/schema.generated.ts'

/** Secret values must be masked by the caller. */
export type AuditEntry = {
  /** For example `file.register`. */
  action: `${string}.${string}`
  resource: string
  resourceId: string | null
  /** By field: before and after. */
  changes?: Record<string, readonly [unknown, unknown]>
  reason?: string
  /** Number of equal events that the row stands for; default 1. */
  count?: number
}

export type Actor = { id: string | null; name: string }
export const SYSTEM: Actor = { id: null, name: 'System' }

export async function recordAudit(
  db: Reader,
  actor: Actor,
  entries: readonly AuditEntry[],
  outcome: 'done' | 'refused',
  requestId: string | null,
): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('audit_events')
    .values(
      entries.map((entry) => ({
        actor_id: actor.id,
        actor_name: actor.name,
        action: entry.action,
        resource: entry.resource,
        resource_id: entry.resourceId,
        outcome,
        // Changes are plain data; the generated column type is wider.
        changes: maskCardNumbers(JSON.stringify(entry.changes ?? {})) as unknown as Json,
        reason: entry.reason ?? null,
        count: entry.count ?? 1,
        request_id: requestId,
      })),
    )
    .execute()
}
