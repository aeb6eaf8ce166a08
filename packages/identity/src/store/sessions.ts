import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Caller } from '../events.ts'
import type { UserRow } from './users.ts'

export type SessionRow = {
  id: string
  userSub: string
  generation: number
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

const COLUMNS = `id, user_sub as "userSub", generation, created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt"`

// The oldest is dropped beyond this. Live and ended sessions are counted separately, so that signing in and out all day
// keeps other devices signed in. Ended ones are kept for a precise error.
const MAX_PER_USER = 50

/**
 * Also deletes void and surplus sessions of the user. Void ones of the current second stay for `revokeOthersOf`:
 * `auth_time` has whole seconds, so it cannot distinguish their tokens from those of the new session.
 */
export async function insertSession(
  pool: pg.Pool,
  user: Pick<UserRow, 'sub' | 'generation'>,
  session: { id: string; token: string; at: Date; expiresAt: Date; caller: Caller },
): Promise<void> {
  await pool.query(
    `with dropped as (
       delete from identity.sessions where user_sub = $2 and (generation < $4 and created_at < date_trunc('second', $5::timestamptz) or id in (
         select id from (
           select id, is_live, row_number() over (partition by is_live order by created_at desc) as place
           from identity.sessions, lateral (select revoked_at is null and expires_at > $5 as is_live) as state
           where user_sub = $2) as placed
         where place > case when is_live then ${MAX_PER_USER - 1} else ${MAX_PER_USER} end)))
     insert into identity.sessions (id, user_sub, token_hash, generation, created_at, expires_at, user_agent, ip)
     select $1, $2, $3, $4, $5, $6, $7, $8 from identity.users where sub = $2`,
    [
      session.id,
      user.sub,
      tokenHash(session.token),
      user.generation,
      session.at,
      session.expiresAt,
      session.caller.userAgent,
      session.caller.ip,
    ],
  )
}

export async function findByToken(pool: pg.Pool, token: string): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>(
    `select ${COLUMNS} from identity.sessions where token_hash = $1`,
    [tokenHash(token)],
  )
  return rows[0]
}

export async function findSession(pool: pg.Pool, id: string): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>(`select ${COLUMNS} from identity.sessions where id = $1`, [
    id,
  ])
  return rows[0]
}

/** Returns the session of the token, if any. Idempotent. */
export async function revokeByToken(
  pool: pg.Pool,
  token: string,
  at: Date,
): Promise<Pick<SessionRow, 'id' | 'userSub'> | undefined> {
  const { rows } = await pool.query<Pick<SessionRow, 'id' | 'userSub'>>(
    `update identity.sessions set revoked_at = coalesce(revoked_at, $2) where token_hash = $1
     returning id, user_sub as "userSub"`,
    [tokenHash(token), at],
  )
  return rows[0]
}

/** Stores time, address and user agent of the last use. */
export async function noteUse(pool: pg.Pool, id: string, caller: Caller, at: Date): Promise<void> {
  await pool.query(
    `update identity.sessions set last_used_at = $2, user_agent = coalesce($3, user_agent), ip = coalesce($4, ip)
     where id = $1`,
    [id, at, caller.userAgent, caller.ip],
  )
}

export type ListedSession = {
  /** `origin_jti` of its tokens. */
  id: string
  createdAt: Date
  /** Time of the sign-in or the last refresh. */
  lastUsedAt: Date
  userAgent?: string
  ip?: string
}

/** Refreshable sessions, most recently used first. */
export async function listLiveSessions(pool: pg.Pool, sub: string, now: Date): Promise<ListedSession[]> {
  const { rows } = await pool.query<
    Omit<ListedSession, 'userAgent' | 'ip'> & { userAgent: string | null; ip: string | null }
  >(
    `select s.id, s.created_at as "createdAt", coalesce(s.last_used_at, s.created_at) as "lastUsedAt",
       s.user_agent as "userAgent", s.ip
     from identity.sessions s join identity.users u on u.sub = s.user_sub
     where s.user_sub = $1 and s.generation = u.generation and s.revoked_at is null and s.expires_at > $2
       and u.enabled
     order by "lastUsedAt" desc, s.id`,
    [sub, now],
  )
  return rows.map(({ userAgent, ip, ...session }) => ({
    ...session,
    ...(userAgent !== null && { userAgent }),
    ...(ip !== null && { ip }),
  }))
}

/** False when the user has no such session. Idempotent. */
export async function revokeSessionOf(pool: pg.Pool, sub: string, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update identity.sessions set revoked_at = coalesce(revoked_at, $3) where user_sub = $1 and id = $2',
    [sub, id, at],
  )
  return rowCount === 1
}

/** Sessions that began at `since` or later but belong to an earlier generation of the user. */
export async function listVoidSessions(pool: pg.Pool, sub: string, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select s.id from identity.sessions s join identity.users u on u.sub = s.user_sub
     where s.user_sub = $1 and s.generation < u.generation and s.created_at >= $2`,
    [sub, since],
  )
  return rows.map(({ id }) => id)
}

/** Ends all sessions except `keptId`. Returns those that began at `since` or later, including already ended ones. */
export async function revokeOthersOf(
  pool: pg.Pool,
  sub: string,
  keptId: string | null,
  since: Date,
  at: Date,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; createdAt: Date }>(
    `update identity.sessions set revoked_at = coalesce(revoked_at, $3)
     where user_sub = $1 and id::text is distinct from $2 returning id, created_at as "createdAt"`,
    [sub, keptId, at],
  )
  return rows.filter(({ createdAt }) => createdAt >= since).map(({ id }) => id)
}

/** Plain SHA-256 suffices for 384 random bits. */
function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
