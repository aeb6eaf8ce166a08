import type pg from 'pg'
import { removeOldFailures } from './failed-sign-ins.ts'

const EVERY_MS = 60_000
const BATCH = 5_000
const MAX_BATCHES = 20

// Longer for codes and sessions, so that the error states that they have expired.
const KEEP = {
  counters: '0',
  used_challenges: '0',
  signing_keys: '0',
  pending_authenticators: '0',
  codes: '1 day',
  sessions: '7 days',
}

/** Deletes expired rows, at most once a minute per process. */
export function createPurge(pool: pg.Pool, clock: () => number): () => Promise<void> | undefined {
  let dueAt = 0
  return () => {
    const now = clock()
    if (now < dueAt) return undefined
    dueAt = now + EVERY_MS
    return purge(pool, new Date(now))
  }
}

async function purge(pool: pg.Pool, now: Date): Promise<void> {
  await removeOldFailures(pool, now)
  for (const [table, keep] of Object.entries(KEEP)) {
    for (let i = 0; i < MAX_BATCHES && (await deleteBatch(pool, table, keep, now)) === BATCH; i++);
  }
}

async function deleteBatch(pool: pg.Pool, table: string, keep: string, now: Date): Promise<number | null> {
  const { rowCount } = await pool.query(
    `delete from identity.${table} where ctid in (
       select ctid from identity.${table} where expires_at < $1::timestamptz - interval '${keep}'
       limit ${BATCH} for update skip locked)`,
    [now],
  )
  return rowCount
}
