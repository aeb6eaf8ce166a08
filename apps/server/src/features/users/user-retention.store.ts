import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

const IS_KEPT = sql<boolean>`num_nonnulls(contact, employee_no, department, status_reason) > 0
  OR EXISTS (SELECT FROM user_preferences WHERE user_id = users.id)
  OR EXISTS (SELECT FROM user_policies WHERE user_id = users.id)
  OR EXISTS (SELECT FROM temporary_access WHERE user_id = users.id)
  OR EXISTS (SELECT FROM permission_use WHERE user_id = users.id)
  OR EXISTS (SELECT FROM column_matchings WHERE user_id = users.id)
  OR EXISTS (SELECT FROM view_defaults WHERE user_id = users.id)
  OR EXISTS (SELECT FROM views WHERE owner_id = users.id AND audience = 'MINE')`

/**
 * Erases profiles of users deleted before the date, except name and email, which the trail needs, and shared views.
 * `updated_at` is the time of deletion, because deleted users never change. Returns their ids.
 */
export async function eraseProfiles(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const ids = await lockDeleted(tx, before, limit, IS_KEPT)
  if (ids.length === 0) return []
  await tx
    .updateTable('users')
    .set({ contact: null, employee_no: null, department: null, status_reason: null })
    .where('id', 'in', ids)
    .execute()
  await tx.deleteFrom('user_preferences').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('user_policies').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('temporary_access').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('permission_use').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('column_matchings').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('view_defaults').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('views').where('owner_id', 'in', ids).where('audience', '=', 'MINE').execute()
  return ids
}

/** Excludes users with open provider actions, which need the email. */
const IS_NAMED = sql<boolean>`email NOT LIKE '%@removed.invalid'
  AND NOT EXISTS (SELECT FROM provider_actions WHERE user_id = users.id)`

/** Erases names and emails of users deleted before the date. References to their ids stay. */
export async function eraseNames(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const ids = await lockDeleted(tx, before, limit, IS_NAMED)
  if (ids.length === 0) return []
  await tx
    .updateTable('users')
    .set({
      given_name: 'Former',
      family_name: 'user',
      email: sql`id::text || '@removed.invalid'`,
      identity_sub: null,
    })
    .where('id', 'in', ids)
    .execute()
  return ids
}

async function lockDeleted(
  tx: Tx,
  before: Date,
  limit: number,
  condition: typeof IS_KEPT,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'DELETED')
    .where('updated_at', '<=', before)
    .where(sql<boolean>`(${condition})`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}
