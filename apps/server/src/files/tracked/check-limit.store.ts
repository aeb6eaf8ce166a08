import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'

type CallCount = { calls: number; seconds_left: number }

/** Throws 429 if the user has matched columns or corrected cells too often in the last hour. */
export async function requireCheckLimit(tx: Tx, userId: string, perHour: number): Promise<void> {
  // A call has several events.
  const { rows } = await sql<CallCount>`
    SELECT count(DISTINCT request_id)::int AS calls,
      coalesce(ceil(3600 - extract(epoch FROM now() - min(at))), 0)::int AS seconds_left
    FROM audit_events
    WHERE audit_actor(actor_id, actor_name) = ${userId} AND at > now() - interval '1 hour'
      AND action IN ('file.fix', 'file.match') AND outcome = 'done'`.execute(tx)
  const { calls, seconds_left } = rows[0] ?? { calls: 0, seconds_left: 0 }
  if (calls < perHour) return
  const detail = `You have corrected or matched files ${calls} times within an hour, your limit. Try again in ${Math.ceil(seconds_left / 60)} min, with all corrections of a file in one call.`
  throw new HttpError('too_many_checks', { detail, retryAfterSeconds: Math.max(1, seconds_left) })
}
