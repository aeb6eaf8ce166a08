import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

const IS_KEPT = sql<boolean>`num_nonnulls(contact, employee_no, department, status_reason) > 0
  OR EXISTS (SELECT FROM user_preferences WHERE user_id = users.id)
  OR EXISTS (SELECT FROM user_policies WHERE user_id = users.id)
  OR EXISTS (SELECT FROM view_defaults WHERE user_id = users.id)
  OR EXISTS (SELECT FROM views WHERE owner_id = users.id AND audience = 'MINE')`

/**
 * Erases what users who were deleted by then have left beside name and e-mail, which the trail needs; views that others
 * see stay. Nothing changes a deleted user, so `updated_at` is when that was. Returns their ids.
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
  await tx.deleteFrom('view_defaults').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('views').where('owner_id', 'in', ids).where('audience', '=', 'MINE').execute()
  return ids
}

/** Not while the identity provider is still to be told, which finds the account by its e-mail. */
const IS_NAMED = sql<boolean>`email NOT LIKE '%@removed.invalid'
  AND NOT EXISTS (SELECT FROM provider_actions WHERE user_id = users.id)`

/** Erases name and e-mail of users who were deleted by then. Their ids stay where they are referred to. */
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
