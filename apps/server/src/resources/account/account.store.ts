import type { Database, Reader, Tx } from '../../db/client.ts'

/** What a refresh token, which lives for up to 30 days, may still bring, and a day for the last of its tokens. */
const KEPT_MS = 31 * 24 * 3_600_000

type Ended = { userId: string; sessionIds: readonly string[]; at: Date }

/** From now on tokens of these sessions are refused. Answers whether any was not noted yet. */
export async function noteEndedSessions(tx: Tx, { userId, sessionIds, at }: Ended): Promise<boolean> {
  if (sessionIds.length === 0) return false
  const noted = await tx
    .insertInto('ended_sessions')
    .values(
      sessionIds.map((session_id) => ({
        session_id,
        user_id: userId,
        ended_at: at,
        forget_after: new Date(at.getTime() + KEPT_MS),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_id')
    .execute()
  return noted.length > 0
}

/** From now on tokens of a sign-in before `at`, a whole second, are refused. Answers whether that is new. */
export async function refuseEarlierSignIns(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ signed_in_after: at })
    .where('id', '=', userId)
    .where((q) => q.or([q('signed_in_after', 'is', null), q('signed_in_after', '<', at)]))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

type EndedThere = { sub: string; at: Date; before: Date | null; sessionIds: readonly string[] }

/** Has the product refuse what the identity provider ended by itself: sign-ins before a whole second, and sessions. */
export function refuseEnded(db: Database) {
  return async ({ sub, at, before, sessionIds }: EndedThere) => {
    await db.transaction().execute(async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('identity_sub', '=', sub)
        .executeTakeFirst()
      if (!user) return
      if (before) await refuseEarlierSignIns(tx, user.id, before)
      await noteEndedSessions(tx, { userId: user.id, sessionIds, at })
    })
  }
}

export async function forgetEndedSessions(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('ended_sessions').where('forget_after', '<', now).execute()
}
