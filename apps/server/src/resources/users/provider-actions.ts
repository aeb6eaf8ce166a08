import type { ProviderAction } from '@backoffice/contract/endpoints/users'
import type { Reader, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import {
  type ActionName,
  insertAction,
  listActions,
  lockActions,
  type OpenAction,
  resetAttempts,
} from './provider-actions.store.ts'

type NewAction = {
  userId: string
  action: ActionName
  /** Null: the system. */
  requestedBy: string | null
}

/**
 * The identity provider is told once the transaction has committed, and what it is told is the user's row as it is
 * then. A `delete` takes the place of everything that the provider has not been told yet.
 */
export async function requestProviderAction(
  tx: Tx,
  sendJob: SendJob,
  { userId, action, requestedBy }: NewAction,
): Promise<void> {
  const last = (await lockActions(tx, userId)).at(-1)
  // Locked, so it will begin after the commit and do for both.
  const isRequested = last?.action === action && last.state === 'waiting' && last.attempts === 0
  if (!isRequested) await insertAction(tx, { user_id: userId, action, requested_by: requestedBy })
  await sendJob(tx, 'tell-provider', { userId })
}

/** Tries again at once what failed or waits. False when there is nothing. */
export async function retryProviderAction(tx: Tx, sendJob: SendJob, userId: string): Promise<boolean> {
  if (!(await resetAttempts(tx, userId))) return false
  await sendJob(tx, 'tell-provider', { userId })
  return true
}

/** For replies: of each user with an open action the one that the others wait for. */
export async function providerActionOf(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ProviderAction>> {
  const shown = new Map<string, OpenAction>()
  for (const each of await listActions(db, userIds)) {
    if (!shown.has(each.user_id) || each.action === 'delete') shown.set(each.user_id, each)
  }
  return new Map([...shown].map(([userId, action]) => [userId, toReply(action)]))
}

function toReply({ action, state, attempts, detail, next_attempt_at }: OpenAction): ProviderAction {
  return {
    action,
    state,
    attempts,
    detail,
    next_attempt_at: state === 'failed' ? null : next_attempt_at.toISOString(),
  }
}
