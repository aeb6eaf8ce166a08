import type { BreakGlassUse, LaterChange } from '@backoffice/contract/approvals'
import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import type { StoredDetail } from './requests/approvals.store.ts'

const MOST = 5

/** The last changes of what the request is about, between the request and its end. */
export async function laterChanges(
  db: Reader,
  { resource, records, users, requested_access, requested_at, decided_at, impact }: StoredDetail,
): Promise<LaterChange[]> {
  // A request for temporary access names the user and the access.
  const ids = new Set([
    ...records.flatMap((record) => record.split(' ')),
    ...users.map(({ key }) => key),
    ...(requested_access ? [requested_access.id] : []),
  ])
  const resources = [resource, ...(impact ? ['user', 'role', 'policy'] : [])]
  const { rows } = await sql<Omit<LaterChange, 'at'> & { at: Date }>`
    SELECT audit_record_label(resource, resource_id) AS label, at, actor_name AS by, action, changes
    FROM audit_events
    WHERE resource = ANY (${resources}::text[]) AND resource_id = ANY (${[...ids]}::text[]) AND outcome = 'done'
      AND changes <> '{}' AND at > ${requested_at} AND at < coalesce(${decided_at}::timestamptz, 'infinity')
    ORDER BY id DESC LIMIT ${MOST}`.execute(db)
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })).toReversed()
}

const MOST_KINDS = 20

/** The time of break-glass access, and what its user did in it; null for other requests. */
export async function breakGlassUse(
  db: Reader,
  { id, kind, requested_by }: Pick<StoredDetail, 'id' | 'kind' | 'requested_by'>,
): Promise<BreakGlassUse | null> {
  if (kind !== 'BREAK_GLASS') return null
  const { rows } = await sql<{ started_at: Date; until: Date; ended_at: Date | null }>`
    SELECT starts_at AS started_at, until,
      CASE WHEN until <= clock_timestamp() THEN least(ended_at, until) ELSE ended_at END AS ended_at
    FROM temporary_access WHERE user_id = ${requested_by} AND approval_id = ${id}`.execute(db)
  const [taken] = rows
  // A deleted role takes its ended access with it.
  if (!taken) return null
  const { started_at, until, ended_at } = taken
  // The words of the index.
  const { rows: events } = await sql<BreakGlassUse['events'][number]>`
    SELECT action, outcome, sum(count)::int AS count FROM audit_events
    WHERE audit_actor(actor_id, actor_name) = ${requested_by} AND at >= ${started_at} AND at <= ${ended_at ?? until}
      AND action <> 'user.break-glass' AND resource_id IS DISTINCT FROM ${id}
    GROUP BY action, outcome ORDER BY count DESC, action LIMIT ${MOST_KINDS}`.execute(db)
  return {
    started_at: started_at.toISOString(),
    until: until.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    events,
  }
}
