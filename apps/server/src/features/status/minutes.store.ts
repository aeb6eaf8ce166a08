import type { TrendPoint } from '@backoffice/contract/status.schemas'
import { sql } from 'kysely'
import type { Database, Reader } from '../../db/client.ts'
import { p95 } from '../../telemetry/latencies.ts'
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
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const minutes = await db
    .selectFrom('status_minutes')
    .select(['minute', 'calls', 'failed', 'waiting', 'latencies'])
    .where('minute', '>=', new Date(end - 24 * HOUR_MS))
    .where('minute', '<', new Date(end))
    .execute()
  const trend = (stepMs: number, points: number) => {
    const start = end - points * stepMs
    const bySlot = Map.groupBy(minutes, ({ minute }) => Math.floor((minute.getTime() - start) / stepMs))
    return Array.from({ length: points }, (_, at) => ({
      at: new Date(start + at * stepMs).toISOString(),
      ...figuresOf(bySlot.get(at)),
    }))
  }
  return { hour: trend(MINUTE_MS, 60), day: trend(30 * MINUTE_MS, 48) }
}

type Minute = { calls: number; failed: number; waiting: number; latencies: readonly number[] }

/** Figures of a point. Its duration is that of the slowest minute: a maximum of the day is never below its last hour's. */
function figuresOf(minutes: readonly Minute[] | undefined): Omit<TrendPoint, 'at'> {
  if (!minutes) return { calls: null, failed: null, waiting: null, p95_ms: null }
  const sum = (name: 'calls' | 'failed') => minutes.reduce((total, minute) => total + minute[name], 0)
  const durations = minutes.flatMap(({ latencies }) => p95(latencies) ?? [])
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    waiting: Math.max(...minutes.map(({ waiting }) => waiting)),
    p95_ms: durations.length > 0 ? Math.max(...durations) : null,
  }
}
