import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

/** Calls of all processes in the current minute of a key. */
type SharedCount = { calls: number; endsInMs: number }

export type CallCounts = {
  /** Adds the calls of each key; starts a new minute where the last is over. */
  add: (calls: ReadonlyMap<string, number>) => Promise<Map<string, SharedCount>>
  /** Removes minutes that are over. */
  removeOld: () => Promise<void>
}

const OLD_ROWS = 5_000

/** Updates keys in sorted order, so that two processes cannot deadlock. */
export function createCallCounts(db: Database): CallCounts {
  return {
    async add(calls) {
      const keys = [...calls.keys()].sort()
      const counts = keys.map((key) => calls.get(key))
      const { rows } = await sql<{ key: string; calls: number; ends_in_ms: number }>`
        INSERT INTO call_counts AS c (key, calls, ends_at)
        SELECT key, calls, now() + interval '1 minute'
        FROM unnest(${keys}::text[], ${counts}::int[]) WITH ORDINALITY AS sent (key, calls, place) ORDER BY place
        ON CONFLICT (key) DO UPDATE SET
          calls = CASE WHEN c.ends_at <= now() THEN excluded.calls ELSE c.calls + excluded.calls END,
          ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
        RETURNING key, calls, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS ends_in_ms`.execute(db)
      return new Map(rows.map((row) => [row.key, { calls: row.calls, endsInMs: row.ends_in_ms }]))
    },
    async removeOld() {
      await sql`DELETE FROM call_counts WHERE ctid IN (
        SELECT ctid FROM call_counts WHERE ends_at < now() - interval '1 minute'
        LIMIT ${OLD_ROWS} FOR UPDATE SKIP LOCKED)`.execute(db)
    },
  }
}
