import { MIN_DECIDERS } from '@backoffice/contract/approvals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'

/** Active users who may decide permanently, sorted by name. Temporary access does not count. */
export async function findDeciders(db: Reader): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT users.id, users.given_name || ' ' || users.family_name AS name FROM users
    JOIN roles ON roles.id = users.role_id AND roles.modules && ARRAY['All', 'Users']
    WHERE users.status = 'ACTIVE' AND EXISTS (
      SELECT FROM policies
      WHERE policies.statements && ARRAY['*:*', 'approval:*', 'approval:decide'] AND policies.id IN (
        SELECT policy_id FROM role_policies WHERE role_id = users.role_id
        UNION ALL SELECT policy_id FROM user_policies WHERE user_id = users.id
      )
    )
    ORDER BY lower(users.given_name || ' ' || users.family_name) COLLATE "C", users.id`.execute(db)
  return rows
}

/**
 * Deciders who may not decide requests of the user: those who created the account alone, because it may be a second one
 * of their own. None for a user who decides too, so that two deciders can still decide for each other.
 */
export async function creatorsOf(db: Reader, userId: string): Promise<string[]> {
  if ((await findDeciders(db)).some(({ id }) => id === userId)) return []
  const { rows } = await sql<{ id: string }>`
    SELECT actor_id AS id FROM audit_events
    WHERE resource = 'user' AND resource_id = ${userId} AND action = 'user.create' AND outcome = 'done'
      AND actor_id IS NOT NULL AND approved_by_name IS NULL`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isAnyRuleOn(db: Reader): Promise<boolean> {
  const rule = await db
    .selectFrom('approval_rules')
    .select('kind')
    .where('is_on', '=', sql<boolean>`true`)
    .executeTakeFirst()
  return rule !== undefined
}

/** Run after a change of access or rules, under `lockAccess`. Throws `last_deciders` if too few are left for the rules. */
export async function requireDeciders(tx: Tx): Promise<void> {
  if (!(await isAnyRuleOn(tx))) return
  if ((await findDeciders(tx)).length < MIN_DECIDERS) throw new HttpError('last_deciders')
}
