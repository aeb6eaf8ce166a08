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
