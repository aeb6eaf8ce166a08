import type { Reader, Tx } from '../../db/client.ts'

/** No identity provider gives tokens a longer life. */
const LONGEST_TOKEN_LIFE_MS = 24 * 3_600_000

type Ended = { userId: string; sessionId: string; at: Date }

/** From now on tokens of this session are refused. */
export async function noteEndedSession(tx: Tx, { userId, sessionId, at }: Ended): Promise<void> {
  await tx
    .insertInto('ended_sessions')
    .values({
      session_id: sessionId,
      user_id: userId,
      ended_at: at,
      forget_after: new Date(at.getTime() + LONGEST_TOKEN_LIFE_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** From now on tokens of a sign-in before `at`, a whole second, are refused. */
export async function refuseEarlierSignIns(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ signed_in_after: at }).where('id', '=', userId).execute()
}

export async function forgetEndedSessions(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('ended_sessions').where('forget_after', '<', now).execute()
}
