import type { SecondFactor } from '@backoffice/contract/lists/users'
import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { isInForce } from './temporary-access.store.ts'

/** Condition on `users` whose own role, or a temporary one in force, requires an authenticator. */
const isRequired = sql<boolean>`(EXISTS (
  SELECT FROM roles AS held WHERE held.requires_second_factor AND (
    held.id = users.role_id
    OR held.id IN (SELECT temporary_access.role_id FROM temporary_access WHERE user_id = users.id AND ${isInForce})
  )
))`

/** Condition on `users` who may only call the set-up. */
export const needsAuthenticator = sql<boolean>`(NOT users.has_authenticator AND ${isRequired})`

/** Expression on `users` for the last check of an authenticator that a role requires; null without one. */
export const requiredAuthenticatorCheckedAt = sql<Date | null>`
  CASE WHEN users.has_authenticator AND ${isRequired}
  THEN coalesce(users.authenticator_checked_at, 'epoch'::timestamptz) END`

export const secondFactor = sql<SecondFactor>`CASE
  WHEN users.has_authenticator THEN 'AUTHENTICATOR' WHEN ${isRequired} THEN 'MISSING' ELSE 'NONE' END`

/** Users who cannot work before they set up an authenticator. */
export async function countNeedingAuthenticator(db: Reader): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('users'))
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .where(sql<SqlBool>`${needsAuthenticator}`)
    .executeTakeFirstOrThrow()
  return users
}

export async function isAuthenticatorRequired(db: Reader, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select(isRequired.as('required'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return found?.required ?? false
}

export async function rolesWithSecondFactor(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('roles').select('id').where('requires_second_factor', '=', true).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Expression on `roles` for permanent and temporary holders who have no authenticator. */
export const holdersWithoutAuthenticator = sql<number>`(
  SELECT count(*)::int FROM users AS holder
  WHERE holder.status IN ('PENDING', 'ACTIVE') AND NOT holder.has_authenticator AND (
    holder.role_id = roles.id
    OR EXISTS (
      SELECT FROM temporary_access
      WHERE user_id = holder.id AND temporary_access.role_id = roles.id AND ${isInForce}
    )
  )
)`

type CheckedUser = { id: string; sub: string; checkedAt: Date | null }

/** Users whose authenticator is read again, after a sign-in, and daily if their role requires one. */
export async function usersToCheck(db: Reader, limit: number): Promise<CheckedUser[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'identity_sub', 'authenticator_checked_at'])
    .where('identity_sub', 'is not', null)
    .where('status', '<>', 'DELETED')
    .where('last_sign_in_at', 'is not', null)
    .where(
      sql<SqlBool>`(authenticator_checked_at IS NULL OR last_sign_in_at > authenticator_checked_at
        OR (authenticator_checked_at < clock_timestamp() - interval '1 day' AND ${isRequired}))`,
    )
    .where(
      sql<SqlBool>`(authenticator_refused_at IS NULL OR last_sign_in_at > authenticator_refused_at
        OR authenticator_refused_at < clock_timestamp() - interval '1 hour')`,
    )
    // Refused users last, so that they do not keep the others waiting.
    .orderBy('authenticator_refused_at', (order) => order.asc().nullsFirst())
    .orderBy('authenticator_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, identity_sub: sub, authenticator_checked_at: checkedAt }) =>
    sub === null ? [] : [{ id, sub, checkedAt }],
  )
}

/** Records that the provider refused to describe the user's authenticator. */
export async function markRefused(db: Reader, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ authenticator_refused_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', userId)
    .execute()
}

export async function lastCheck(db: Reader, userId: string): Promise<Date | null> {
  const found = await db
    .selectFrom('users')
    .select('authenticator_checked_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return found.authenticator_checked_at
}

/**
 * True while an administrator's removal has not reached the provider, whose reply is outdated until then. A failed
 * removal counts too, because it may be retried.
 */
export async function isRemovalWaiting(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('provider_actions')
    .select('id')
    .where('user_id', '=', userId)
    .where('action', '=', 'authenticator')
    .executeTakeFirst()
  return found !== undefined
}

type ProviderReply = {
  userId: string
  hasAuthenticator: boolean
  /** Last check before the request to the provider. */
  checkedAt: Date | null
}

/**
 * Stores the provider's reply and returns the former value. Undefined if the value was written since the request,
 * because that one is newer.
 */
export async function saveAuthenticator(
  tx: Tx,
  { userId, hasAuthenticator, checkedAt }: ProviderReply,
): Promise<boolean | undefined> {
  const before = await tx
    .selectFrom('users')
    .select(['has_authenticator', 'authenticator_checked_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.authenticator_checked_at?.getTime() !== checkedAt?.getTime()) return undefined
  await setAuthenticator(tx, userId, hasAuthenticator)
  return before.has_authenticator
}

/** With effect on the user's next call. */
export async function forgetAuthenticator(tx: Tx, userId: string): Promise<void> {
  await setAuthenticator(tx, userId, false)
}

async function setAuthenticator(tx: Tx, userId: string, has_authenticator: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      has_authenticator,
      // In milliseconds, as the driver reads it. Always another value, so that it reveals this write.
      authenticator_checked_at: sql<Date>`greatest(
        date_trunc('milliseconds', clock_timestamp()),
        authenticator_checked_at + interval '1 millisecond'
      )`,
      authenticator_refused_at: null,
    })
    .where('id', '=', userId)
    .execute()
}
