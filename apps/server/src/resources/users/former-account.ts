import type { Tx } from '../../db/client.ts'
import { recordAudit } from '../../kernel/audit.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/mount.ts'
import { retryProviderAction } from './provider-actions.ts'
import type { UsersDeps } from './user-values.ts'
import { findByEmail } from './users.store.ts'

/** Throws 422 at the e-mail of another user, and `provider_pending` while the provider may have the account of a deleted one. */
export async function requireFreeEmail(tx: Tx, email: string): Promise<void> {
  const { holder, removals } = await findByEmail(tx, email)
  if (holder) {
    const message = `${holder.name} has this e-mail already.`
    const row = { id: holder.id, label: holder.name }
    throw invalidFields([{ field: 'email', code: 'E009', message, row }])
  }
  if (removals.length > 0) {
    const detail = 'The former account with this e-mail is still being deleted at the identity provider.'
    throw new HttpError('provider_pending', { detail })
  }
}

/**
 * What the provider refused to delete is tried again: a deleted user is shown nowhere, so nobody could ask for it.
 * In a transaction of its own, since the call for the e-mail is refused until it is done.
 */
export async function retryFailedRemoval(
  { db, sendJob }: Pick<UsersDeps, 'db' | 'sendJob'>,
  email: string,
  { caller, requestId, clientRequestId }: Pick<Call, 'caller' | 'requestId' | 'clientRequestId'>,
): Promise<void> {
  const { removals } = await findByEmail(db, email)
  for (const { id } of removals.filter(({ state }) => state === 'failed')) {
    await db.transaction().execute(async (tx) => {
      if (!(await retryProviderAction(tx, sendJob, id))) return
      await recordAudit(tx, { actor: caller, requestId, clientRequestId }, [
        { resource: 'user', action: 'retry', id },
      ])
    })
  }
}
