import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { isDormant } from '../access/dormant.ts'
import type { SnapshotItem } from './snapshot.ts'

const BATCH = 2_000

/** Inserts the items with facts about their users, origin and last use, by the database's clock. */
export async function insertItems(tx: Tx, reviewId: string, items: readonly SnapshotItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH)
    await insertBatch(tx, reviewId, JSON.stringify(items.slice(start, start + BATCH)))
}

/** The last change of a permanent role in the trail; changes by temporary access have other actions. */
const ROLE_CHANGE = sql`
  SELECT actor_name, at FROM audit_events
  WHERE resource = 'user' AND resource_id = users.id::text AND action IN ('user.create', 'user.update')
    AND outcome = 'done' AND changes ? 'role'
  ORDER BY id DESC LIMIT 1`

async function insertBatch(tx: Tx, reviewId: string, items: string): Promise<void> {
  const nameOf = (alias: string) => sql.raw(`${alias}.given_name || ' ' || ${alias}.family_name`)
  await sql`
    INSERT INTO review_items (review_id, user_id, user_name, department, user_status, last_sign_in_at, is_dormant, kind,
      grant_id, grant_name, temporary_id, until, permissions, granted_by, granted_at, last_used_on, is_use_complete,
      others_total, others_have, conflicts)
    SELECT ${reviewId}, users.id, ${nameOf('users')}, users.department, users.status, users.last_sign_in_at,
      ${isDormant},
      item.kind, item.grant_id, item.grant_name, item.temporary_id, temporary_access.until, item.permissions,
      origin.granted_by, origin.granted_at,
      (SELECT max(last_used_on) FROM permission_use
        WHERE user_id = users.id AND permission = ANY (item.counted)),
      coalesce((origin.granted_at AT TIME ZONE 'Asia/Manila')::date >= (SELECT use_recorded_since()), false),
      item.others_total, item.others_have, item.conflicts
    FROM jsonb_to_recordset(${items}::jsonb) AS item(user_id uuid, kind text, grant_id uuid, grant_name text,
      temporary_id uuid, permissions text[], counted text[], others_total int, others_have int, conflicts jsonb)
    JOIN users ON users.id = item.user_id
    LEFT JOIN temporary_access ON temporary_access.id = item.temporary_id
    LEFT JOIN user_policies ON item.kind = 'policy' AND item.temporary_id IS NULL
      AND user_policies.user_id = users.id AND user_policies.policy_id = item.grant_id
    LEFT JOIN users AS giver ON giver.id = coalesce(temporary_access.granted_by, user_policies.granted_by)
    LEFT JOIN LATERAL (${ROLE_CHANGE}) AS role_change ON item.kind = 'role' AND item.temporary_id IS NULL
    CROSS JOIN LATERAL (SELECT
      CASE WHEN item.kind = 'role' AND item.temporary_id IS NULL THEN role_change.actor_name
        ELSE ${nameOf('giver')} END AS granted_by,
      CASE WHEN item.temporary_id IS NOT NULL THEN temporary_access.starts_at
        WHEN item.kind = 'policy' THEN user_policies.granted_at
        ELSE coalesce(role_change.at, users.created_at) END AS granted_at
    ) AS origin`.execute(tx)
}
