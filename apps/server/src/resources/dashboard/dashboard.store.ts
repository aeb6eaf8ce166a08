import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

/** Midnight in Manila as an instant; 0 is today's. */
function midnight(daysAgo: number): RawBuilder<Date> {
  return sql<Date>`((now() AT TIME ZONE 'Asia/Manila')::date - ${daysAgo}::int)::timestamp AT TIME ZONE 'Asia/Manila'`
}

const DAYS = 7

export async function fileStatistics(db: Reader) {
  const { rows } = await sql<{
    received: number
    processing: number
    awaiting_confirmation: number
    completed: number
    with_errors: number
    failed: number
    oldest_waiting_seconds: number | null
  }>`
    SELECT
      (SELECT count(*)::int FROM files WHERE uploaded_at >= ${midnight(0)}) AS received,
      count(*) FILTER (WHERE state IN ('UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING'))::int AS processing,
      count(*) FILTER (WHERE state = 'AWAITING_CONFIRMATION')::int AS awaiting_confirmation,
      count(*) FILTER (WHERE state = 'COMPLETED' AND finished_at >= ${midnight(0)})::int AS completed,
      count(*) FILTER (WHERE state = 'COMPLETED_WITH_ERRORS' AND finished_at >= ${midnight(0)})::int AS with_errors,
      count(*) FILTER (WHERE state IN ('FAILED', 'REJECTED') AND finished_at >= ${midnight(0)})::int AS failed,
      extract(epoch FROM now() - min(state_changed_at)
        FILTER (WHERE state IN ('UPLOADED', 'QUEUED', 'AWAITING_CONFIRMATION')))::int AS oldest_waiting_seconds
    FROM files
    WHERE kind IN ('inquiry', 'import')
      AND (state IN ('UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING', 'AWAITING_CONFIRMATION')
        OR state_changed_at >= ${midnight(0)})`.execute(db)
  // An aggregate without GROUP BY has exactly one row.
  return rows[0] as (typeof rows)[number]
}

export async function inquiryStatistics(db: Reader) {
  const { rows } = await sql<{
    open: number
    today: number
    median_seconds: number | null
    oldest_open_seconds: number | null
  }>`
    SELECT
      count(*) FILTER (WHERE f.state IN ('QUEUED', 'PROCESSING'))::int AS open,
      count(*) FILTER (WHERE i.created_at >= ${midnight(0)})::int AS today,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.finished_at - f.confirmed_at)::float8)
        FILTER (WHERE f.state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')) AS median_seconds,
      extract(epoch FROM now() - min(f.confirmed_at)
        FILTER (WHERE f.state IN ('QUEUED', 'PROCESSING')))::int AS oldest_open_seconds
    FROM inquiries i JOIN files f USING (source_filekey)
    WHERE i.created_at >= ${midnight(30)} OR f.state IN ('QUEUED', 'PROCESSING')`.execute(db)
  return rows[0] as (typeof rows)[number]
}

export async function inquiriesByPurpose(db: Reader) {
  return db
    .selectFrom('inquiries')
    .select(['purpose', sql<number>`count(*)::int`.as('count')])
    .where('created_at', '>=', midnight(30))
    .groupBy('purpose')
    .orderBy('count', 'desc')
    .execute()
}

/** Counts of the last seven days, today last. */
export async function countPerDay(db: Reader, table: 'files' | 'inquiries'): Promise<number[]> {
  const column = sql.ref(table === 'files' ? 'uploaded_at' : 'created_at')
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*)::int FROM ${sql.table(table)}
            WHERE ${column} >= d.day::timestamp AT TIME ZONE 'Asia/Manila'
              AND ${column} < (d.day + 1)::timestamp AT TIME ZONE 'Asia/Manila') AS count
    FROM (SELECT (now() AT TIME ZONE 'Asia/Manila')::date - back AS day
          FROM generate_series(${DAYS - 1}::int, 0, -1) back) d
    ORDER BY d.day`.execute(db)
  return rows.map((row) => row.count)
}
