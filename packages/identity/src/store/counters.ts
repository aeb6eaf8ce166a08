import type pg from 'pg'

/**
 * Increments unless the window is full. Rejected requests are not counted, because the browser library repeats each of
 * them twice.
 */
export async function countWithin(
  pool: pg.Pool,
  key: Buffer,
  limit: { count: number; windowMs: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into identity.counters as c (key, count, expires_at) values ($1, 1, $3)
     on conflict (key) do update set
       count = case when c.expires_at <= $2 then 1 else c.count + 1 end,
       expires_at = case when c.expires_at <= $2 then $3 else c.expires_at end
     where c.expires_at <= $2 or c.count < $4`,
    [key, now, new Date(now.getTime() + limit.windowMs), limit.count],
  )
  return rowCount === 1
}

const FREE_FAILURES = 5
const LONGEST_LOCK_S = 900
const IDLE_RESET_MS = 15 * 60_000

/**
 * Both run after the password check and return `false` while locked, without counting. Concurrent guesses learn their
 * result only if they settled before the lock, and concurrent right passwords never lock the account. The fifth failure
 * locks for one second, doubling up to 15 minutes; reset after 15 minutes without failures.
 */
export async function settleFailure(pool: pg.Pool, key: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into identity.counters as c (key, count, expires_at) values ($1, 1, $3)
     on conflict (key) do update set
       count = case when c.expires_at <= $2 then 1 else c.count + 1 end,
       blocked_until = case
         when c.expires_at <= $2 or c.count + 1 < ${FREE_FAILURES} then '-infinity'
         else $2::timestamptz + make_interval(secs =>
           least(${LONGEST_LOCK_S}, 2 ^ least(c.count + 1 - ${FREE_FAILURES}, 20))) end,
       expires_at = $3
     where c.blocked_until <= $2`,
    [key, now, new Date(now.getTime() + IDLE_RESET_MS)],
  )
  return rowCount === 1
}

export async function settleSuccess(pool: pg.Pool, key: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with cleared as (delete from identity.counters where key = $1 and blocked_until <= $2)
     select from identity.counters where key = $1 and blocked_until > $2`,
    [key, now],
  )
  return rowCount === 0
}

export async function clearCounter(pool: pg.Pool, key: Buffer): Promise<void> {
  await pool.query('delete from identity.counters where key = $1', [key])
}

export async function listBlocked(pool: pg.Pool, keys: readonly Buffer[], now: Date): Promise<Buffer[]> {
  const { rows } = await pool.query<{ key: Buffer }>(
    'select key from identity.counters where key = any($1) and blocked_until > $2',
    [keys, now],
  )
  return rows.map(({ key }) => key)
}
