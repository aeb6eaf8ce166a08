import type { Reader, Tx } from '../../db/client.ts'

export type ActionName =
  | 'create'
  | 'update'
  | 'enable'
  | 'disable'
  | 'delete'
  | 'reset'
  | 'resend'
  | 'authenticator'
  | 'end-sessions'

export type OpenAction = Awaited<ReturnType<typeof listActions>>[number]

function actionsOf(db: Reader, userIds: readonly string[]) {
  return db
    .selectFrom('provider_actions')
    .select(['id', 'user_id', 'attempts', 'detail', 'next_attempt_at', 'created_at'])
    .select((q) => [
      // Checked by the table.
      q.ref('action').$castTo<ActionName>().as('action'),
      q.ref('state').$castTo<'waiting' | 'failed'>().as('state'),
    ])
    .where('user_id', 'in', userIds)
    .orderBy('id')
}

export async function listActions(db: Reader, userIds: readonly string[]) {
  return userIds.length === 0 ? [] : actionsOf(db, userIds).execute()
}

export function lockActions(tx: Tx, userId: string): Promise<OpenAction[]> {
  return actionsOf(tx, [userId]).forUpdate().execute()
}

export async function insertAction(
  tx: Tx,
  row: { user_id: string; action: ActionName; requested_by: string | null },
): Promise<void> {
  await tx.insertInto('provider_actions').values(row).execute()
}

/** Counts an attempt before it starts, and sets the time of the next one in case its outcome is lost. */
export async function countAttempt(tx: Tx, id: string, next_attempt_at: Date): Promise<void> {
  await tx
    .updateTable('provider_actions')
    .set((q) => ({ attempts: q('attempts', '+', 1), next_attempt_at }))
    .where('id', '=', id)
    .execute()
}

/** False if the action was removed in the meantime. */
export async function saveFailure(
  tx: Tx,
  id: string,
  failure: { state: 'waiting' | 'failed'; detail: string },
): Promise<boolean> {
  const saved = await tx
    .updateTable('provider_actions')
    .set(failure)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

export async function deleteActions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('provider_actions').where('id', 'in', ids).execute()
}

/**
 * Makes every open action of the user due again. Keeps one attempt of tried actions, which may have succeeded. False if
 * there are no actions.
 */
export async function resetAttempts(tx: Tx, userId: string): Promise<boolean> {
  const reset = await tx
    .updateTable('provider_actions')
    .set((q) => ({
      state: 'waiting',
      attempts: q.fn<number>('least', ['attempts', q.lit(1)]),
      next_attempt_at: q.ref('created_at'),
    }))
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return reset.length > 0
}

/** Users with a due action, the longest waiting first. */
export async function listDueUsers(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_actions')
    .select('user_id')
    .innerJoin('users', 'users.id', 'provider_actions.user_id')
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    // A reset waits until the user is enabled.
    .where((q) => q.or([q('action', '<>', 'reset'), q('status', '<>', 'DISABLED')]))
    .groupBy('user_id')
    .orderBy((q) => q.fn.min('next_attempt_at'))
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export type ProviderUser = Awaited<ReturnType<typeof findProviderUser>>

export function findProviderUser(db: Reader, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'identity_sub', 'email', 'given_name', 'family_name', 'contact', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function lockProviderUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

/** True if the identity provider may still have the account of a deleted user with this email. */
export async function isEmailBeingFreed(db: Reader, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .innerJoin('provider_actions', 'provider_actions.user_id', 'users.id')
    .select('users.id')
    .where('email', '=', email)
    .where('status', '=', 'DELETED')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function findUserOfIdentity(db: Reader, identity_sub: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('identity_sub', '=', identity_sub)
    .executeTakeFirst()
  return found?.id
}

/** Stores until when the temporary password is valid. Keeps the version, because the invitation is not an edit. */
export async function saveInvitation(tx: Tx, id: string, invitation_expires_at: Date | null): Promise<void> {
  await tx.updateTable('users').set({ invitation_expires_at }).where('id', '=', id).execute()
}

/** Keeps the version, because the link is not an edit. */
export async function linkIdentity(tx: Tx, id: string, identity_sub: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ identity_sub })
    .where('id', '=', id)
    .where((q) => q.or([q('identity_sub', 'is', null), q('identity_sub', '<>', identity_sub)]))
    .execute()
}
