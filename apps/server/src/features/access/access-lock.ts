import { type Access, hasModule, may, type Permission } from '@backoffice/contract/access'
import { isCovered } from '@backoffice/contract/grants'
import { deniedMessage } from '@backoffice/contract/permission-labels'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { findCaller } from './access.store.ts'
import { requireDeciders } from './deciders.store.ts'

// Advisory lock, unique in this database.
const LOCK = 723_051_191

/**
 * Begins a change of access. Changes run one at a time until the end of the transaction, so that every check sees the
 * state that the change applies to. Returns the caller's current permanent access, because temporary access is never
 * passed on. Throws `user_disabled`, or `access_denied` if the caller has none of the permissions, or only temporarily.
 */
export async function lockAccess(
  tx: Tx,
  caller: Caller,
  ...anyOf: readonly [Permission, ...Permission[]]
): Promise<Access> {
  await lockChanges(tx)
  const now = await findCaller(tx, caller.identity.sub)
  if (now?.status !== 'ACTIVE') throw new HttpError('user_disabled')
  if (!anyOf.some((permission) => may(now.access, permission)))
    throw new HttpError('access_denied', { detail: deniedMessage(anyOf), missing: [...anyOf] })
  if (!anyOf.some((permission) => may(now.permanent, permission))) throw heldTemporarily()
  return now.permanent
}

/** Begins a change of access without a check of who makes it. */
export async function lockChanges(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

const heldTemporarily = () =>
  new HttpError('access_denied', {
    detail: 'You hold this permission temporarily. It does not allow changing other users’ access.',
  })

export type GrantSet = { readonly modules: readonly string[]; readonly statements: readonly string[] }

/** Throws `not_held` unless the caller holds every module and statement. */
export function requireHeld(held: Access, grants: GrantSet): void {
  refuseMissing(missingOf(held, grants))
}

/** Throws `not_held` with the missing names, if any. */
export function refuseMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  const names = missing.slice(0, 5).join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  throw new HttpError('not_held', {
    detail: `You can only grant access that you have yourself. You don’t have ${names}${more}.`,
  })
}

export function missingOf(held: Access, { modules, statements }: GrantSet): string[] {
  // Stored modules always come from the access table.
  const isModuleHeld = (name: string) => hasModule(held, name as Parameters<typeof hasModule>[1] & string)
  return [
    ...modules.filter((name) => !isModuleHeld(name)),
    ...statements.filter((statement) => !isCovered(statement, held.policies)),
  ]
}

/**
 * Run after the change. Throws `last_administrator` if no active user with all modules and `*:*` is left, or
 * `last_deciders` if too few can decide requests while an approval rule is on. Users who hold these temporarily do not
 * count.
 */
export async function requireAdministrators(tx: Tx): Promise<void> {
  if (!(await hasAdministrator(tx))) throw new HttpError('last_administrator')
  await requireDeciders(tx)
}

async function hasAdministrator(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM users
      JOIN roles ON roles.id = users.role_id AND 'All' = ANY (roles.modules)
      WHERE users.status = 'ACTIVE' AND EXISTS (
        SELECT FROM policies
        WHERE '*:*' = ANY (policies.statements) AND policies.id IN (
          SELECT policy_id FROM role_policies WHERE role_id = users.role_id
          UNION ALL SELECT policy_id FROM user_policies WHERE user_id = users.id
        )
      )
    ) AS found`.execute(db)
  return rows[0]?.found ?? false
}
