import type { ProviderAction } from '@backoffice/contract/users'
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
  /** Null for the system. */
  requestedBy: string | null
}

/**
 * Syncs the user to the identity provider after commit, from the row at that time. A `delete` replaces all open
 * actions.
 */
export async function requestProviderAction(
  tx: Tx,
  sendJob: SendJob,
  { userId, action, requestedBy }: NewAction,
): Promise<void> {
  const last = (await lockActions(tx, userId)).at(-1)
  // The locked action starts after the commit and covers both requests.
  const isRequested = last?.action === action && last.state === 'waiting' && last.attempts === 0
  if (!isRequested) await insertAction(tx, { user_id: userId, action, requested_by: requestedBy })
  await sendJob(tx, 'tell-provider', { userId })
}

/** Retries failed and waiting actions now. False without open actions. */
export async function retryProviderAction(tx: Tx, sendJob: SendJob, userId: string): Promise<boolean> {
  if (!(await resetAttempts(tx, userId))) return false
  await sendJob(tx, 'tell-provider', { userId })
  return true
}

/** Next open action of each user, for replies. */
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
