import { createHash } from 'node:crypto'
import type pg from 'pg'

/** True on the first use. Stored until the challenge expires. */
export async function useChallenge(pool: pg.Pool, sealed: Buffer, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'insert into identity.used_challenges (id, expires_at) values ($1, $2) on conflict do nothing',
    [idOf(sealed), expiresAt],
  )
  return rowCount === 1
}

/** True if another attempt is allowed. Counts before the code is checked, so that concurrent attempts all count. */
export async function tryChallenge(
  pool: pg.Pool,
  sealed: Buffer,
  expiresAt: Date,
  maxTries: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into identity.used_challenges as c (id, expires_at, tries, spent) values ($1, $2, 1, false)
     on conflict (id) do update set tries = c.tries + 1 where not c.spent and c.tries < $3`,
    [idOf(sealed), expiresAt, maxTries],
  )
  return rowCount === 1
}

/** False when the challenge was consumed already. */
export async function spendChallenge(pool: pg.Pool, sealed: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update identity.used_challenges set spent = true where id = $1 and not spent',
    [idOf(sealed)],
  )
  return rowCount === 1
}

function idOf(sealed: Buffer): Buffer {
  return createHash('sha256').update(sealed).digest()
}
