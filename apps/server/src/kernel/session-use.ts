import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { type Caller, sessionKeyOf } from './caller.ts'
import type { Clock } from './clock.ts'

/** A session is written again when its last stored call is older than this. */
const PRECISION_MS = 60_000
/** Lifetime of a refresh token, 30 days, and of the last token that it may have issued. */
export const SESSION_RETENTION_MS = 31 * 24 * 3_600_000

export type SessionUse = {
  /** Records a call of the session. Never fails, and waits for nothing. */
  record: (caller: Pick<Caller, 'id' | 'identity'>) => void
  /** Writes what is pending. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Use = { session: string; userId: string; at: Date }

type Options = {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
  everyMs?: number
  /** Bounds memory. Beyond it sessions are written again, or not recorded. */
  maxSessions?: number
}

/** Writes the last call of each session at most once per minute and process, in batches outside of the calls. */
export function createSessionUse({
  db,
  clock,
  onError,
  everyMs = 5_000,
  maxSessions = 50_000,
}: Options): SessionUse {
  /** Times of the calls that were written or are pending. */
  let known = new Map<string, number>()
  let pending = new Map<string, Use>()
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    await saveUse(db, [...batch.values()]).catch((error: unknown) => {
      onError(error)
      for (const [session, use] of batch)
        if (pending.size < maxSessions && !pending.has(session)) pending.set(session, use)
    })
  }

  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  return {
    record(caller) {
      const session = sessionKeyOf(caller)
      const at = clock.now()
      const waiting = pending.get(session)
      if (waiting) {
        waiting.at = at
        return
      }
      if (at.getTime() - (known.get(session) ?? 0) < PRECISION_MS || pending.size >= maxSessions) return
      if (known.size >= maxSessions) known = new Map()
      known.set(session, at.getTime())
      pending.set(session, { session, userId: caller.id, at })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** In sorted order, so that processes that write the same rows don’t deadlock. Skips unknown users. */
async function saveUse(db: Database, used: readonly Use[]): Promise<void> {
  await sql`
    INSERT INTO session_use (session_id, user_id, last_used_at, forget_after)
    SELECT session, user_id, at, at + ${SESSION_RETENTION_MS} * interval '1 millisecond'
    FROM unnest(${used.map(({ session }) => session)}::text[], ${used.map(({ userId }) => userId)}::uuid[],
      ${used.map(({ at }) => at)}::timestamptz[]) AS used (session, user_id, at)
    JOIN users ON users.id = user_id
    ORDER BY session
    ON CONFLICT (session_id) DO UPDATE
    SET last_used_at = excluded.last_used_at, forget_after = excluded.forget_after
    WHERE session_use.last_used_at < excluded.last_used_at`.execute(db)
}
