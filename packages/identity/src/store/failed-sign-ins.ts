import type pg from 'pg'

const SHARDS = 16
const KEPT_DAYS = 400

const DAY = "($1::timestamptz at time zone 'Asia/Manila')::date"

export async function countFailedSignIn(pool: pg.Pool, now: Date): Promise<void> {
  const shard = Math.floor(Math.random() * SHARDS)
  await pool.query(
    `insert into identity.failed_sign_ins as f (day, shard, failures) values (${DAY}, $2, 1)
     on conflict (day, shard) do update set failures = f.failures + 1`,
    [now, shard],
  )
}

/** By day, both ends included; days without failures are absent. Days are YYYY-MM-DD in Manila. */
export async function failedSignIns(
  pool: pg.Pool,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ day: string; failures: string }>(
    `select day::text, sum(failures) as failures from identity.failed_sign_ins
     where day between $1 and $2 group by day`,
    [from, to],
  )
  return new Map(rows.map(({ day, failures }) => [day, Number(failures)]))
}

export async function removeOldFailures(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(`delete from identity.failed_sign_ins where day < ${DAY} - ${KEPT_DAYS}`, [now])
}
