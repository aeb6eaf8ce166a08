import { sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import { FAILED_JOBS, JOB_NAMES } from '../../jobs/queue.ts'
import { readFigures } from '../../telemetry/process-figures.ts'
import { ALIVE_MS } from '../dashboard/processes.store.ts'

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
