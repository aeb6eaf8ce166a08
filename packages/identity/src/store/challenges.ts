import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Answers whether this is the first use. Kept until the challenge has expired by itself. */
export async function useChallenge(pool: pg.Pool, sealed: Buffer, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'insert into identity.used_challenges (id, expires_at) values ($1, $2) on conflict do nothing',
    [createHash('sha256').update(sealed).digest(), expiresAt],
  )
  return rowCount === 1
}
