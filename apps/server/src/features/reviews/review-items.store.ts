import { reviewItemsList } from '@backoffice/contract/lists/reviews'
import type { ReviewDecision, ReviewOutcome } from '@backoffice/contract/reviews'
import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { isDormant } from '../access/dormant.ts'
import { isRecent, isRemoval, isUndecided, lacksSecondSql } from './reviews.store.ts'
import type { SnapshotItem } from './snapshot.ts'

/** A decision that another reviewer overturned; times as JSON. */
export type OverturnedDecision = {
  decision: ReviewDecision
  reason: string | null
  replacement_name: string | null
  decided_by_name: string
  decided_at: string
  agreed_by_name: string | null
  agreed_at: string | null
  agreed_reason: string | null
  overturned_by_name: string
  overturned_at: string
  overturned_reason: string
}

/** `user_email` is the current one. */
function itemRows(db: Reader, reviewId: string) {
  return db
    .selectFrom('review_items')
    .selectAll('review_items')
    .select([
      sql<string>`(SELECT email FROM users WHERE users.id = review_items.user_id)`.as('user_email'),
      sql<OverturnedDecision[]>`(SELECT coalesce(json_agg(to_json(each) ORDER BY id), '[]')
        FROM overturned_decisions AS each WHERE item_id = review_items.id)`.as('overturned'),
    ])
    .where('review_id', '=', reviewId)
}

export type StoredItem = Awaited<ReturnType<typeof lockItem>> & {}

export const TWO_MUST_AGREE = 'Two reviewers must agree.'

/** Never recorded use comes first. */
const lastUsed = sql`coalesce(last_used_on, '0001-01-01')`

export function reviewItemsSource(db: Reader, reviewId: string) {
  const ref = (column: string) => ({ sql: sql.ref(`review_items.${column}`) })
  const nullable = (column: string) => ({ ...ref(column), nullable: true })
  return {
    declaration: reviewItemsList,
    query: itemRows(db, reviewId),
    id: sql.ref('review_items.id'),
    fields: {
      user: ref('user_name'),
      department: nullable('department'),
      grant: ref('grant_name'),
      permission: {
        sql: sql`array_to_string(permissions, ' ')`,
        matches: (text: string) => sql<SqlBool>`${text.trim()} = ANY (permissions)`,
      },
      granted_at: nullable('granted_at'),
      last_used_on: { sql: lastUsed },
      dormant: { sql: ref('is_dormant').sql, conditions: { yes: sql<SqlBool>`is_dormant` } },
      conflict: { sql: sql`''`, conditions: { yes: sql<SqlBool>`conflicts <> '[]'` } },
      decision: {
        sql: sql.ref('decision'),
        conditions: {
          UNDECIDED: isUndecided,
          KEEP: sql<SqlBool>`decision = 'KEEP'`,
          REMOVE: isRemoval,
        },
      },
      decided_by: nullable('decided_by_name'),
      outcome: nullable('outcome'),
    },
    searched: [sql.ref('user_name'), sql.ref('department'), sql.ref('grant_name')],
  }
}

/** Locks the item until the transaction ends. */
export function lockItem(tx: Tx, reviewId: string, id: string) {
  return itemRows(tx, reviewId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findItem(db: Reader, reviewId: string, id: string) {
  return itemRows(db, reviewId).where('id', '=', id).executeTakeFirst()
}

/** Keeps the undecided items of others that were used recently when the review started. Returns their number. */
export async function keepRecentlyUsed(
  tx: Tx,
  reviewId: string,
  { by, held, ownIds }: { by: { id: string; name: string }; held: string[]; ownIds: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE review_items SET decision = 'KEEP', decided_by = ${by.id}, decided_by_name = ${by.name}, decided_with = ${held},
      decided_at = clock_timestamp(), version = review_items.version + 1
    FROM reviews WHERE reviews.id = review_id AND review_id = ${reviewId} AND decision IS NULL
      AND user_id <> ALL(${ownIds}::uuid[]) AND ${isRecent}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Outcome of everything that is not removed, once the decisions have ended. */
export async function keepOthers(tx: Tx, reviewId: string, isUndecidedRemoved: boolean): Promise<void> {
  await tx
    .updateTable('review_items')
    .set({
      outcome: 'KEPT',
      outcome_detail: sql<
        string | null
      >`CASE WHEN ${lacksSecondSql} THEN decided_by_name || ${` alone decided to remove it. ${TWO_MUST_AGREE}`} END`,
      outcome_at: sql<Date>`clock_timestamp()`,
    })
    .where('review_id', '=', reviewId)
    .where('outcome', 'is', null)
    .where((q) =>
      isUndecidedRemoved ? q('decision', '=', 'KEEP') : q.or([q('decision', '=', 'KEEP'), isUndecided]),
    )
    .execute()
}

/** Extra policies that the review removes from the user by decision. */
export async function removedPolicies(
  db: Reader,
  { review_id, user_id }: Pick<StoredItem, 'review_id' | 'user_id'>,
): Promise<string[]> {
  const rows = await itemRows(db, review_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'policy')
    .where('temporary_id', 'is', null)
    .where(isRemoval)
    .execute()
  return rows.map(({ grant_id }) => grant_id)
}

/** Locks the next item to remove. Policies come first, so that they do not count for the replacement of a role. */
export function lockNextRemoval(tx: Tx, reviewId: string) {
  return itemRows(tx, reviewId)
    .where('outcome', 'is', null)
    .orderBy('kind')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveOutcome(
  tx: Tx,
  id: string,
  { outcome, detail }: { outcome: ReviewOutcome; detail: string | null },
): Promise<void> {
  await tx
    .updateTable('review_items')
    .set({ outcome, outcome_detail: detail, outcome_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** All items in a fixed order. */
export function listAllItems(db: Reader, reviewId: string) {
  return itemRows(db, reviewId)
    .orderBy(sql`lower(user_name) COLLATE "C"`)
    .orderBy('user_id')
    .orderBy('kind', 'desc')
    .orderBy(sql`lower(grant_name) COLLATE "C"`)
    .orderBy('id')
    .execute()
}

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
