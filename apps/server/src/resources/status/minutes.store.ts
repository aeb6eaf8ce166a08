import type { TrendPoint } from '@backoffice/contract/schemas/status'
import { sql } from 'kysely'
import type { Database, Reader } from '../../db/client.ts'
import { p95 } from '../../kernel/latencies.ts'
import type { MinuteCounts } from '../../telemetry/telemetry.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The day of the trends, and the hour that is not complete. */
const KEPT_MS = 25 * HOUR_MS

/** Adds a process's calls to a minute, with the jobs that wait now. Removes minutes that no trend shows. */
export async function addMinute(db: Database, minute: Date, counts: MinuteCounts, now: Date): Promise<void> {
  const { calls, failed, latencies } = counts
  // First, because a failed call is repeated, which would count the minute twice.
  await db
    .deleteFrom('status_minutes')
    .where('minute', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  await sql`
    INSERT INTO status_minutes AS m (minute, calls, failed, latencies, waiting)
    SELECT ${minute}, ${calls}, ${failed}, ${latencies}::int[],
      (SELECT count(*)::int FROM pgboss.job WHERE state < 'active' AND start_after <= ${now})
    ON CONFLICT (minute) DO UPDATE SET
      calls = m.calls + excluded.calls, failed = m.failed + excluded.failed,
      latencies = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(m.latencies, excluded.latencies) AS sums (a, b)),
      waiting = excluded.waiting`.execute(db)
}

/** The last hour by minute and the last day by half an hour, up to the last complete minute. */
export async function readTrends(db: Reader, now: Date): Promise<{ hour: TrendPoint[]; day: TrendPoint[] }> {
  const [hour, day] = await Promise.all([
    readTrend(db, now, MINUTE_MS, 60),
    readTrend(db, now, 30 * MINUTE_MS, 48),
  ])
  return { hour, day }
}

type Slot = { slot: number; calls: number; failed: number; waiting: number }

async function readTrend(db: Reader, now: Date, stepMs: number, points: number): Promise<TrendPoint[]> {
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const start = new Date(end - points * stepMs)
  const slot = sql`floor(extract(epoch FROM minute - ${start}) * 1000 / ${stepMs}::float8)::int`
  const within = sql`minute >= ${start} AND minute < ${new Date(end)}`
  const sums = await sql<Slot>`
    SELECT ${slot} AS slot, sum(calls)::int AS calls, sum(failed)::int AS failed, max(waiting) AS waiting
    FROM status_minutes WHERE ${within} GROUP BY 1`.execute(db)
  const durations = await sql<{ slot: number; bucket: number; calls: number }>`
    SELECT ${slot} AS slot, place::int - 1 AS bucket, sum(count)::int AS calls
    FROM status_minutes, unnest(latencies) WITH ORDINALITY AS durations (count, place)
    WHERE ${within} AND count > 0 GROUP BY 1, 2`.execute(db)
  return Array.from({ length: points }, (_, at): TrendPoint => {
    const sum = sums.rows.find((row) => row.slot === at)
    const latencies: number[] = []
    for (const { slot, bucket, calls } of durations.rows) if (slot === at) latencies[bucket] = calls
    return {
      at: new Date(start.getTime() + at * stepMs).toISOString(),
      calls: sum?.calls ?? null,
      failed: sum?.failed ?? null,
      waiting: sum?.waiting ?? null,
      p95_ms: p95(Array.from(latencies, (calls = 0) => calls)),
    }
  })
}
