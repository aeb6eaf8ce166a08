import type pg from 'pg'

/**
 * Counts one more unless the window is full. A refused request is not counted: the browser library sends each
 * refused one twice more.
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
 * Both are called once the password has been looked at, and both answer `false` while locked, which counts nothing:
 * of guesses sent side by side only those settled before the lock get to know whether they were right, and many
 * right ones at once lock nobody out.
 * From the fifth failure on the lock is one second, doubling up to 15 minutes; 15 idle minutes forget it all.
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
    `with forgotten as (delete from identity.counters where key = $1 and blocked_until <= $2)
     select from identity.counters where key = $1 and blocked_until > $2`,
    [key, now],
  )
  return rowCount === 0
}

export async function clearCounter(pool: pg.Pool, key: Buffer): Promise<void> {
  await pool.query('delete from identity.counters where key = $1', [key])
}
