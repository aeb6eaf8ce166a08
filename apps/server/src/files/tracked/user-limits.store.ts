import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import { HttpError } from '../../kernel/errors.ts'
import { LAST_FOURS } from '../result/result-index.ts'

/** Not-found rows of a user's finished inquiries. */
export type GuessCounts = {
  /** Rows of today, in Manila. */
  day: number
  /** Rows of the last 30 days, by last four digits. */
  lastFours: Uint32Array
}

type NewGuesses = { userId: string; day: string; notFound: number; lastFours: Uint32Array }

/** Adds not-found rows of a finished inquiry to those of its uploader. Returns the counts that include them. */
export async function addGuesses(
  tx: Tx,
  { userId, day, notFound, lastFours }: NewGuesses,
): Promise<GuessCounts> {
  await tx
    .insertInto('guess_counts')
    .values({ user_id: userId, day, counts: toBytes(new Uint32Array(LAST_FOURS)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Locked, so that of two files that finish at once the second sees the first.
  const rows = await tx
    .selectFrom('guess_counts')
    .select(['day', 'counts', 'not_found'])
    .where('user_id', '=', userId)
    .where('day', '>', sql<string>`${day}::date - ${RETENTION_DAYS.guessCounts}::int`)
    .orderBy('day')
    .forUpdate()
    .execute()
  const of30Days = Uint32Array.from(lastFours)
  const today = Uint32Array.from(lastFours)
  let notFoundToday = notFound
  for (const row of rows) {
    const earlier = fromBytes(row.counts)
    add(of30Days, earlier)
    if (row.day !== day) continue
    add(today, earlier)
    notFoundToday += row.not_found
  }
  if (notFound > 0)
    await tx
      .updateTable('guess_counts')
      .set({ counts: toBytes(today), not_found: notFoundToday, same_last_four: Math.max(...of30Days) })
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .execute()
  return { day: notFoundToday, lastFours: of30Days }
}

/** Users who exceeded one of the numbers in the last 30 days. */
export async function countGuessers(
  db: Reader,
  { day, notFound, sameLastFour }: { day: string; notFound: number; sameLastFour: number },
): Promise<number> {
  const { users } = await db
    .selectFrom('guess_counts')
    .select(sql<number>`count(DISTINCT user_id)::int`.as('users'))
    .where('day', '>', sql<string>`${day}::date - ${RETENTION_DAYS.guessCounts}::int`)
    .where((q) => q.or([q('not_found', '>', notFound), q('same_last_four', '>', sameLastFour)]))
    .executeTakeFirstOrThrow()
  return users
}

function add(sum: Uint32Array, more: Uint32Array): void {
  for (const [lastFour, rows] of more.entries()) sum[lastFour] = (sum[lastFour] ?? 0) + rows
}

const toBytes = (counts: Uint32Array) => Buffer.from(counts.buffer, counts.byteOffset, counts.byteLength)

/** Copied, because the driver's buffer may not be aligned to words. */
const fromBytes = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)

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
