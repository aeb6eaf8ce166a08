import type { Database, Tx } from '../../db/client.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { type Caller, sessionKeyOf } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Confirmations, RECENT_MS } from '../../kernel/recent-sign-in.ts'

const BATCH = 500

type Session = Pick<Caller, 'id' | 'identity'>

/** Confirmations of the sessions of a user pool, for every call. */
export function createConfirmations(db: Database, pool: string, clock: Clock): Confirmations {
  return {
    async signedInAt(caller) {
      const found = await db
        .selectFrom('sign_in_confirmations')
        .select('signed_in_at')
        .where('pool', '=', pool)
        .where('session_id', '=', sessionKeyOf(caller))
        .where('user_id', '=', caller.id)
        .executeTakeFirst()
      return found ? found.signed_in_at.getTime() / 1_000 : null
    },

    async noteQuestion(caller, client) {
      await db
        .insertInto('sign_in_questions')
        .values({
          pool,
          session_id: sessionKeyOf(caller),
          user_id: caller.id,
          asked_at: clock.now(),
          client_address: client.address,
          device: client.device,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['pool', 'session_id'])
            .doUpdateSet((q) => ({ calls: q('sign_in_questions.calls', '+', 1) })),
        )
        .execute()
    },
  }
}

/** Stores the sign-in with which the user confirmed the session, and forgets the session's questions. */
export async function saveConfirmation(
  tx: Tx,
  pool: string,
  caller: Session,
  signedInAt: Date,
): Promise<void> {
  const session_id = sessionKeyOf(caller)
  await tx
    .insertInto('sign_in_confirmations')
    .values({ pool, session_id, user_id: caller.id, signed_in_at: signedInAt })
    .onConflict((conflict) =>
      conflict.columns(['pool', 'session_id']).doUpdateSet({ user_id: caller.id, signed_in_at: signedInAt }),
    )
    .execute()
  await tx
    .deleteFrom('sign_in_questions')
    .where('pool', '=', pool)
    .where('session_id', '=', session_id)
    .execute()
}

export async function deleteConfirmation(tx: Tx, pool: string, caller: Session): Promise<void> {
  await tx
    .deleteFrom('sign_in_confirmations')
    .where('pool', '=', pool)
    .where('session_id', '=', sessionKeyOf(caller))
    .execute()
}

export async function deleteConfirmationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_confirmations').where('user_id', '=', userId).execute()
}

/** Records questions that were not confirmed within ten minutes, and deletes what has lapsed. True if more is left. */
export async function settleConfirmations(tx: Tx, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - RECENT_MS)
  await tx.deleteFrom('sign_in_confirmations').where('signed_in_at', '<', before).execute()
  const lapsed = await tx
    .selectFrom('sign_in_questions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['pool', 'session_id', 'user_id', 'calls', 'client_address', 'device'])
    .select((q) => q.fn<string>('concat_ws', [q.val(' '), 'given_name', 'family_name']).as('name'))
    .where('asked_at', '<=', before)
    .orderBy('asked_at')
    .limit(BATCH)
    .forUpdate('sign_in_questions')
    .skipLocked()
    .execute()
  for (const { pool, session_id, user_id: id, name, calls: count, client_address, device } of lapsed) {
    await tx
      .deleteFrom('sign_in_questions')
      .where('pool', '=', pool)
      .where('session_id', '=', session_id)
      .execute()
    const client = { address: client_address, device }
    const reason = 'recent_sign_in_required'
    await recordAudit(tx, { actor: { id, name }, client, ...NO_REQUEST }, [
      { resource: 'sign-in', action: 'confirm-identity', id, outcome: 'refused', reason, count },
    ])
  }
  return lapsed.length === BATCH
}
