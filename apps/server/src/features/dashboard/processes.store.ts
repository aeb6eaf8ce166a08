import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { JOB_NAMES } from '../../jobs/queue.ts'
import { addCounts } from '../../telemetry/latencies.ts'

/** Three heartbeats. */
export const ALIVE_MS = 15_000

/** Processes alive at `now`, with the sum of their calls by bucket. */
export async function liveProcesses(db: Reader, now: Date) {
  const rows = await db
    .selectFrom('processes')
    .select(['kind', 'build', 'calls'])
    .where('seen_at', '>', new Date(now.getTime() - ALIVE_MS))
    .execute()
  return {
    web: rows.filter(({ kind }) => kind === 'web').length,
    workers: rows.filter(({ kind }) => kind === 'worker').length,
    builds: [...new Set(rows.map(({ build }) => build))].sort(),
    calls: rows.map(({ calls }) => calls).reduce(addCounts, []),
  }
}

export async function queueFigures(db: Reader, now: Date) {
  const { rows } = await sql<{ queued: number; oldest: Date | null }>`
    SELECT count(*)::int AS queued, min(start_after) AS oldest FROM pgboss.job
    WHERE name = ANY(${JOB_NAMES}) AND state < 'active' AND start_after <= ${now}`.execute(db)
  const { queued = 0, oldest = null } = rows[0] ?? {}
  return {
    queued,
    oldestSeconds: oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)),
  }
}
