import type { Session } from '../../adapters/identity/identity.ts'
import type { Reader } from '../../db/client.ts'

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
export async function isUsed(db: Reader, sessionIds: readonly string[]): Promise<boolean> {
  if (sessionIds.length === 0) return false
  const used = db.selectFrom('session_use').select('session_id').where('session_id', 'in', sessionIds)
  return (await used.limit(1).executeTakeFirst()) !== undefined
}
