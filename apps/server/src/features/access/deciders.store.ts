import { MIN_DECIDERS } from '@backoffice/contract/approvals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import { permanentHolders } from './permanent-holders.ts'

const DECIDE = 'approval:decide'

/**
 * Users who may decide neither requests of the user nor reviews with them. They created the account alone, and
 * it may be their second one. None for a user who decides too, so that two deciders can still decide for each
 * other.
 */
export async function creatorsOf(db: Reader, userId: string): Promise<string[]> {
  if ((await permanentHolders(db, DECIDE)).some(({ id }) => id === userId)) return []
  const { rows } = await sql<{ id: string }>`
    SELECT actor_id AS id FROM audit_events
    WHERE resource = 'user' AND resource_id = ${userId} AND action = 'user.create' AND outcome = 'done'
      AND actor_id IS NOT NULL AND approved_by_name IS NULL`.execute(db)
  return rows.map(({ id }) => id)
}

/** True if one of them created the account of the other alone. They may be one person. */
export async function mayBeOne(db: Reader, a: string, b: string): Promise<boolean> {
  if (a === b) return true
  return (await creatorsOf(db, a)).includes(b) || (await creatorsOf(db, b)).includes(a)
}

export async function isAnyRuleOn(db: Reader): Promise<boolean> {
  const rule = await db
    .selectFrom('approval_rules')
    .select('kind')
    .where('is_on', '=', sql<boolean>`true`)
    .executeTakeFirst()
  return rule !== undefined
}

/**
 * Run after a change of access or rules, under `lockAccess`. Throws `last_deciders` if too few are left for the rules.
 */
export async function requireDeciders(tx: Tx): Promise<void> {
  if (!(await isAnyRuleOn(tx))) return
  if ((await permanentHolders(tx, DECIDE)).length < MIN_DECIDERS) throw new HttpError('last_deciders')
}
