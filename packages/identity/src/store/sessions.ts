import { createHash } from 'node:crypto'
import type pg from 'pg'
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

// More devices than anybody has; beyond it the oldest is dropped.
const MAX_PER_USER = 50

/** Drops what the user's sessions have become void or too many on the way. */
export async function insertSession(
  pool: pg.Pool,
  user: Pick<UserRow, 'sub' | 'generation'>,
  session: { id: string; token: string; at: Date; expiresAt: Date },
): Promise<void> {
  await pool.query(
    `with dropped as (
       delete from identity.sessions where user_sub = $2 and (generation < $4 or id in (
         select id from identity.sessions where user_sub = $2 order by created_at desc offset ${MAX_PER_USER - 1})))
     insert into identity.sessions (id, user_sub, token_hash, generation, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6 from identity.users where sub = $2`,
    [session.id, user.sub, tokenHash(session.token), user.generation, session.at, session.expiresAt],
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

export async function revokeByToken(pool: pg.Pool, token: string, at: Date): Promise<void> {
  await pool.query(
    'update identity.sessions set revoked_at = $2 where token_hash = $1 and revoked_at is null',
    [tokenHash(token), at],
  )
}

/** Plain SHA-256 is enough: the token has 384 random bits, there is nothing to guess. */
function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
