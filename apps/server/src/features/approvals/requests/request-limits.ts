import type { Tx } from '../../../db/client.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { countRequests } from './pending.store.ts'

/** Requests of one user, so that no user floods the deciders. */
export type RequestLimits = {
  /** That wait at once. */
  open: number
  perHour: number
}

/** Throws 429. Other requests of the user wait for the end of this transaction. */
export async function requireUnderLimits(
  tx: Tx,
  userId: string,
  { open, perHour }: RequestLimits,
  now: Date,
): Promise<void> {
  const known = await countRequests(tx, userId, now)
  if (known.open >= open)
    throw new HttpError('too_many_approval_requests', {
      detail: `You have ${known.open.toLocaleString('en')} requests that wait for approval, the most allowed at once. Withdraw one, or wait for a decision.`,
    })
  if (known.recent >= perHour)
    throw new HttpError('too_many_approval_requests', {
      detail: `You have requested ${known.recent.toLocaleString('en')} approvals within an hour, the most allowed. Try again later.`,
      retryAfterSeconds: 3_600,
    })
}
