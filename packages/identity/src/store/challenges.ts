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

type CodeRow = { hash: Buffer; tries: number; expiresAt: Date }

/** Replaces any existing code. */
export async function putCode(pool: pg.Pool, key: Buffer, hash: Buffer, expiresAt: Date): Promise<void> {
  await pool.query(
    `insert into identity.codes (key, hash, expires_at) values ($1, $2, $3)
     on conflict (key) do update set hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`,
    [key, hash, expiresAt],
  )
}

/** Counts the attempt before the comparison, so that concurrent attempts all count. */
export async function tryCode(pool: pg.Pool, key: Buffer): Promise<CodeRow | undefined> {
  const { rows } = await pool.query<CodeRow>(
    `update identity.codes set tries = least(tries + 1, 1000) where key = $1
     returning hash, tries, expires_at as "expiresAt"`,
    [key],
  )
  return rows[0]
}

/** False when the code was used already. */
export async function takeCode(pool: pg.Pool, key: Buffer, hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query('delete from identity.codes where key = $1 and hash = $2', [
    key,
    hash,
  ])
  return rowCount === 1
}
