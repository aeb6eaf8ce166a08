import type { SessionEndNotice } from '@backoffice/identity'
import type { Session } from '../../adapters/identity/identity.ts'
import type { Database, Reader, Tx } from '../../db/client.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { clientFrom } from '../../kernel/client.ts'
import { SESSION_RETENTION_MS } from '../../kernel/session-use.ts'
import { findByIdentity } from '../security-log/security-log.store.ts'
import { deleteConfirmationsOf } from './confirmations.store.ts'

type EndedSessions = { userId: string; sessionIds: readonly string[]; at: Date }

/** Revokes the tokens of these sessions, and ends their confirmations. True if any session was not recorded before. */
export async function insertEndedSessions(
  tx: Tx,
  { userId, sessionIds, at }: EndedSessions,
): Promise<boolean> {
  if (sessionIds.length === 0) return false
  const inserted = await tx
    .insertInto('ended_sessions')
    .values(
      sessionIds.map((session_id) => ({
        session_id,
        user_id: userId,
        ended_at: at,
        forget_after: new Date(at.getTime() + SESSION_RETENTION_MS),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_id')
    .execute()
  await tx.deleteFrom('sign_in_confirmations').where('session_id', 'in', sessionIds).execute()
  return inserted.length > 0
}

/**
 * Revokes the tokens of sign-ins before `at`, a whole second, and ends all confirmations. True if this changed
 * anything.
 */
export async function revokeEarlierSignIns(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ signed_in_after: at })
    .where('id', '=', userId)
    .where((q) => q.or([q('signed_in_after', 'is', null), q('signed_in_after', '<', at)]))
    .returning('id')
    .executeTakeFirst()
  await deleteConfirmationsOf(tx, userId)
  return changed !== undefined
}

/**
 * Revokes sign-ins before a whole second, and single sessions, that ended at the identity provider. A single session is
 * a sign-out, which has no other event unless the browser has also called our server. A session without a call is not a
 * sign-out, because unlocking a screen checks the password by a sign-in that ends at once.
 */
export function createSessionsEndedHandler(db: Database) {
  return async ({ sub, at, before, sessionIds, caller }: SessionEndNotice) => {
    await db.transaction().execute(async (tx) => {
      const user = await findByIdentity(tx, sub)
      if (!user) return
      if (before) await revokeEarlierSignIns(tx, user.id, before)
      const isNew = await insertEndedSessions(tx, { userId: user.id, sessionIds, at })
      if (before || !isNew || !(await isUsed(tx, sessionIds))) return
      const client = clientFrom(caller.ip, caller.userAgent)
      await recordAudit(tx, { actor: user, client, ...NO_REQUEST }, [
        { resource: 'session', action: 'end-current', id: user.id },
      ])
    })
  }
}

/** Adds the last call of each session to what the identity provider knows. Most recently used first. */
export async function withLastUse(db: Reader, sessions: readonly Session[]): Promise<Session[]> {
  if (sessions.length === 0) return []
  const rows = await db
    .selectFrom('session_use')
    .select(['session_id', 'last_used_at'])
    .where(
      'session_id',
      'in',
      sessions.map(({ id }) => id),
    )
    .execute()
  const calls = new Map(rows.map(({ session_id, last_used_at }) => [session_id, last_used_at]))
  return sessions
    .map((session) => {
      const called = calls.get(session.id)
      return called && called > session.lastUsedAt ? { ...session, lastUsedAt: called } : session
    })
    .toSorted((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime())
}

/** True if one of the sessions has called this server, apart from the last seconds. */
async function isUsed(db: Reader, sessionIds: readonly string[]): Promise<boolean> {
  if (sessionIds.length === 0) return false
  const used = db.selectFrom('session_use').select('session_id').where('session_id', 'in', sessionIds)
  return (await used.limit(1).executeTakeFirst()) !== undefined
}
