import type pg from 'pg'

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
