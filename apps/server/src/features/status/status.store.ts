import type { TrendPoint } from '@backoffice/contract/status.schemas'
import { sql } from 'kysely'
import { type Database, onlyRow, type Reader } from '../../db/client.ts'
import { FAILED_JOBS, JOB_NAMES } from '../../jobs/queue.ts'
import { addCounts, p95 } from '../../telemetry/latencies.ts'
import { readFigures } from '../../telemetry/process-figures.ts'
import type { MinuteCounts } from '../../telemetry/telemetry.ts'

const HOUR_MS = 3_600_000

type QueueDepth = {
  name: string
  waiting: number
  active: number
  failed: number
  oldest_seconds: number | null
}

/** Depth of every queue, without jobs scheduled for later. Failed jobs are removed after a day. */
async function queueDepths(db: Reader, now: Date): Promise<QueueDepth[]> {
  const names = [...JOB_NAMES, FAILED_JOBS]
  const { rows } = await sql<Omit<QueueDepth, 'oldest_seconds'> & { oldest: Date | null }>`
    SELECT queue.name,
      count(*) FILTER (WHERE state < 'active' AND start_after <= ${now})::int AS waiting,
      count(*) FILTER (WHERE state = 'active')::int AS active,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      min(start_after) FILTER (WHERE state < 'active' AND start_after <= ${now}) AS oldest
    FROM unnest(${names}::text[]) WITH ORDINALITY AS queue(name, place)
    LEFT JOIN pgboss.job ON job.name = queue.name AND state <> 'completed'
    GROUP BY queue.name, place ORDER BY place`.execute(db)
  return rows.map(({ oldest, ...depth }) => ({
    ...depth,
    oldest_seconds: oldest && Math.round((now.getTime() - oldest.getTime()) / 1000),
  }))
}

async function filesByState(db: Reader): Promise<{ state: string; files: number }[]> {
  return db
    .selectFrom('files')
    .select(['state', sql<number>`count(*)::int`.as('files')])
    .groupBy('state')
    .orderBy('state')
    .execute()
}

/** Open actions of every state, without resets that wait until their user is enabled. */
async function openProviderActions(db: Reader, now: Date) {
  const { rows } = await sql<{ state: string; actions: number; oldest: Date | null }>`
    SELECT states.state, count(open.id)::int AS actions, min(open.created_at) AS oldest
    FROM unnest(ARRAY['waiting', 'failed']) AS states(state)
    LEFT JOIN (provider_actions AS open JOIN users ON users.id = open.user_id
      AND NOT (open.action = 'reset' AND open.state = 'waiting' AND users.status = 'DISABLED'))
      ON open.state = states.state
    GROUP BY states.state ORDER BY states.state`.execute(db)
  return rows.map(({ oldest, ...row }) => ({
    ...row,
    oldest_seconds: oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)),
  }))
}

async function countHeld(db: Reader): Promise<number> {
  const { held } = await db
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('held'))
    .where('held_at', 'is not', null)
    .where(sql<boolean>`hold_decision IS DISTINCT FROM 'RELEASED'`)
    .executeTakeFirstOrThrow()
  return held
}

/** Counts of the mail job since a time. Completed jobs are removed after a day. */
export async function mailCounts(db: Reader, now: Date, since: Date) {
  const { rows } = await sql<{
    sent: number
    last_sent_at: Date | null
    failed: number
    last_failed_at: Date | null
    waiting: number
    oldest: Date | null
  }>`
    SELECT count(*) FILTER (WHERE state = 'completed')::int AS sent,
      max(completed_on) FILTER (WHERE state = 'completed') AS last_sent_at,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      max(completed_on) FILTER (WHERE state = 'failed') AS last_failed_at,
      count(*) FILTER (WHERE state <= 'active')::int AS waiting,
      min(created_on) FILTER (WHERE state <= 'active') AS oldest
    FROM pgboss.job WHERE name = 'send-mail' AND (completed_on IS NULL OR completed_on > ${since})`.execute(
    db,
  )
  const { oldest, last_sent_at, last_failed_at, ...counts } = onlyRow(rows)
  return {
    ...counts,
    since: since.toISOString(),
    last_sent_at: last_sent_at?.toISOString() ?? null,
    last_failed_at: last_failed_at?.toISOString() ?? null,
    oldest_seconds: oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)),
  }
}

export async function readSystemFigures(db: Reader, now: Date) {
  const [queues, files, provider, held] = await Promise.all([
    queueDepths(db, now),
    filesByState(db),
    openProviderActions(db, now),
    countHeld(db),
  ])
  return { queues, files, provider, held }
}

/** Processes alive within the last hour, the oldest of each kind first. */
export async function readProcesses(db: Reader, now: Date) {
  const rows = await db
    .selectFrom('processes')
    .select(['id', 'kind', 'build', 'started_at', 'seen_at', 'calls', 'figures'])
    .where('seen_at', '>', new Date(now.getTime() - HOUR_MS))
    .orderBy('kind')
    .orderBy('started_at')
    .execute()
  return rows.map(({ figures, seen_at, ...row }) => ({
    ...row,
    isAlive: now.getTime() - seen_at.getTime() < ALIVE_MS,
    figures: readFigures(figures),
  }))
}

const MINUTE_MS = 60_000
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
    return Array.from({ length: points }, (_, index) => ({
      at: new Date(start + index * stepMs).toISOString(),
      ...figuresOf(bySlot.get(index)),
    }))
  }
  return { hour: trend(MINUTE_MS, 60), day: trend(30 * MINUTE_MS, 48) }
}

type Minute = { calls: number; failed: number; waiting: number; latencies: readonly number[] }

/** Figures of a point, with the duration of the slowest minute. The day's maximum is never below its last hour's. */
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

/** Three heartbeats. */
const ALIVE_MS = 15_000

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
