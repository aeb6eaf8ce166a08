import type { Access } from '@backoffice/contract/access'
import {
  EXCEEDS_CALLER,
  type Exceeds,
  exceedsCaller,
  neededToChange,
  type UserChange,
} from '@backoffice/contract/exceeding'
import { accessOf, type Grants, permanentOf } from '@backoffice/contract/grants'
import type { Reader } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import { grantsOfUsers } from './grants.store.ts'

/** Keyed by user id, without deleted users. */
export async function exceedsOf(
  db: Reader,
  held: Access,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Exceeds>> {
  const grants = await grantsOfUsers(db, userIds)
  return new Map([...grants].map(([id, each]) => [id, exceedsOfGrants(each, held)]))
}

/** Compares both the user's access now and the access that returns when a temporary role ends. */
export function exceedsOfGrants(grants: Grants, held: Access): Exceeds {
  const now = exceedsCaller(accessOf(grants), held)
  if (!grants.temporary) return now
  const later = exceedsCaller(accessOf(permanentOf(grants)), held)
  return { manage: now.manage || later.manage, account: now.account || later.account }
}

/**
 * Throws `not_held` when the user exceeds the caller. Writes call it under `lockAccess`, which keeps the access of both
 * unchanged until the end of the transaction.
 */
export async function requireNotExceeding(
  db: Reader,
  held: Access,
  userId: string,
  change: UserChange,
): Promise<void> {
  if ((await exceedsOf(db, held, [userId])).get(userId)?.[change]) throw exceedsCallerError()
}

/**
 * Permissions, or `*:*`, that a user who held `held` (`neededToChange` of their own access) lacks to manage the other
 * user. Empty for a deleted user.
 */
export async function missingToManage(
  db: Reader,
  held: readonly string[],
  userId: string,
): Promise<readonly string[]> {
  const grants = (await grantsOfUsers(db, [userId])).get(userId)
  if (!grants) return []
  const needed = [grants, permanentOf(grants)].flatMap((each) => neededToChange(accessOf(each), 'manage'))
  return [...new Set(needed)].filter((each) => !held.includes(each))
}

export function requireNoneExceeding(held: Access, users: Iterable<Grants>): void {
  for (const grants of new Set(users)) {
    if (!exceedsOfGrants(grants, held).manage) continue
    throw new HttpError('not_held', {
      detail: 'It affects users with permissions that you do not have. Ask an administrator who has them.',
    })
  }
}

export const exceedsCallerError = () => new HttpError('not_held', { detail: EXCEEDS_CALLER })
