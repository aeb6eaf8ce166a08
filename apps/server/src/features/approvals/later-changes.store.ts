import type { LaterChange } from '@backoffice/contract/approvals'
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
