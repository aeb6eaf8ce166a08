import type { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { Reply } from '@backoffice/contract/endpoint'
import type { Purpose } from '@backoffice/contract/purposes'
import { sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import { addDays, type ByDay, dayOf, startOfDay, within } from './business-days.ts'

/** Counts uploads only, because exports and bulk actions are tracked files too. */
const UPLOADS = sql`kind IN ('inquiry', 'import')`
const OPEN = sql`state IN ('UPLOADED', 'VALIDATING', 'MATCHING', 'QUEUED', 'PROCESSING', 'AWAITING_CONFIRMATION')`

type EndedCounts = { completed: number; with_errors: number; failed: number }

/** Files that ended on the day; open and waiting files at `now`. */
export async function fileFigures(db: Reader, day: string, now: Date) {
  const ended = within('finished_at', day)
  const { rows } = await sql<
    EndedCounts & { open: number; awaiting_confirmation: number; oldest_waiting_seconds: number | null }
  >`
    SELECT * FROM (
      SELECT count(*) FILTER (WHERE state = 'COMPLETED')::int AS completed,
        count(*) FILTER (WHERE state = 'COMPLETED_WITH_ERRORS')::int AS with_errors,
        count(*) FILTER (WHERE state = 'FAILED')::int AS failed
      FROM files WHERE ${UPLOADS} AND ${ended}
    ) AS ended, (
      SELECT count(*)::int AS open,
        count(*) FILTER (WHERE state = 'AWAITING_CONFIRMATION')::int AS awaiting_confirmation,
        -- The demo moves state_changed_at of a file to confirm into the future, so that the file never expires.
        extract(epoch FROM ${now}
          - min(CASE WHEN state = 'AWAITING_CONFIRMATION' THEN validated_at ELSE state_changed_at END)
          FILTER (WHERE state IN ('UPLOADED', 'MATCHING', 'QUEUED', 'AWAITING_CONFIRMATION')))::int
          AS oldest_waiting_seconds
      FROM files WHERE ${UPLOADS} AND ${OPEN}
    ) AS open`.execute(db)
  return onlyRow(rows)
}

/** Files received and files ended by state, for each hour of the day. */
export async function filesByHour(db: Reader, day: string): Promise<(EndedCounts & { received: number })[]> {
  const start = startOfDay(day)
  const hourOf = (column: string) =>
    sql`floor(extract(epoch FROM ${sql.ref(column)} - ${start}::timestamptz) / 3600)::int`
  const { rows } = await sql<EndedCounts & { hour: number; received: number }>`
    SELECT hour, sum(received)::int AS received, sum(completed)::int AS completed,
      sum(with_errors)::int AS with_errors, sum(failed)::int AS failed
    FROM (
      SELECT ${hourOf('uploaded_at')} AS hour, 1 AS received, 0 AS completed, 0 AS with_errors, 0 AS failed
      FROM files WHERE ${UPLOADS} AND ${within('uploaded_at', day)}
      UNION ALL
      SELECT ${hourOf('finished_at')}, 0, (state = 'COMPLETED')::int, (state = 'COMPLETED_WITH_ERRORS')::int, (state = 'FAILED')::int
      FROM files WHERE ${UPLOADS} AND ${within('finished_at', day)}
    ) AS moments GROUP BY hour`.execute(db)
  const none = { received: 0, completed: 0, with_errors: 0, failed: 0 }
  return Array.from({ length: 24 }, (_, hour) => {
    const { hour: _hour, ...figures } = rows.find((row) => row.hour === hour) ?? { hour, ...none }
    return figures
  })
}

export async function receivedByDay(db: Reader, from: string, to: string) {
  return countsByDay(db, sql`files WHERE ${UPLOADS}`, 'uploaded_at', from, to)
}

export async function inquiriesByDay(db: Reader, from: string, to: string) {
  return countsByDay(db, sql`inquiries WHERE true`, 'created_at', from, to)
}

async function countsByDay(
  db: Reader,
  source: ReturnType<typeof sql>,
  column: string,
  from: string,
  to: string,
) {
  const [{ rows }, { rows: firsts }] = await Promise.all([
    sql<{ day: string; count: number }>`
      SELECT ${dayOf(column)} AS day, count(*)::int AS count FROM ${source} AND ${within(column, from, to)} GROUP BY 1
      `.execute(db),
    sql<{
      first: string | null
    }>`SELECT (SELECT ${dayOf(column)} FROM ${source} AND ${sql.ref(column)} IS NOT NULL
      ORDER BY ${sql.ref(column)} LIMIT 1) AS first`.execute(db),
  ])
  const byDay: ByDay = new Map(rows.map(({ day, count }) => [day, count]))
  return { byDay, first: firsts[0]?.first ?? null }
}

/** Checked and rejected rows by day of the check. */
export async function checkedByDay(db: Reader, from: string, to: string) {
  const { rows } = await sql<{ day: string; checked: number; rejected: number }>`
    SELECT ${dayOf('validated_at')} AS day, sum(total)::float8 AS checked, sum(error)::float8 AS rejected
    FROM files WHERE ${UPLOADS} AND state <> 'REJECTED' AND ${within('validated_at', from, to)} GROUP BY 1`.execute(
    db,
  )
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

/** Processed rows of files with a result, by day of the end. */
export async function processedByDay(db: Reader, from: string, to: string): Promise<ByDay> {
  const { rows } = await sql<{ day: string; processed: number }>`
    SELECT ${dayOf('finished_at')} AS day, sum(processed)::float8 AS processed
    FROM files WHERE ${UPLOADS} AND state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')
      AND ${within('finished_at', from, to)} GROUP BY 1`.execute(db)
  return new Map(rows.map(({ day, processed }) => [day, processed]))
}

/** Most frequent row errors in files checked on the day. */
export async function frequentErrors(db: Reader, day: string, most: number) {
  const { rows } = await sql<{ code: string; errors: number }>`
    SELECT code, sum(errors::int)::int AS errors
    FROM files, LATERAL jsonb_each_text(error_codes) AS each (code, errors)
    WHERE ${UPLOADS} AND state <> 'REJECTED' AND ${within('validated_at', day)}
    GROUP BY code ORDER BY 2 DESC, 1 LIMIT ${most}`.execute(db)
  return rows
}

export async function firstCheck(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    SELECT (SELECT ${dayOf('validated_at')} FROM files WHERE ${UPLOADS} AND validated_at IS NOT NULL
      ORDER BY validated_at LIMIT 1) AS first`.execute(db)
  return rows[0]?.first ?? null
}

/** Inquiries of the day by purpose and median processing time; inquiries open at `now`. */
export async function inquiryFigures(db: Reader, day: string, now: Date) {
  const [{ rows: purposes }, { rows }] = await Promise.all([
    sql<{ purpose: Purpose; count: number }>`
      SELECT purpose, count(*)::int AS count FROM inquiries WHERE ${within('created_at', day)}
      GROUP BY purpose ORDER BY count DESC, purpose`.execute(db),
    sql<{ median_seconds: number | null; open: number; oldest_open_seconds: number | null }>`
      SELECT * FROM (
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.finished_at - f.confirmed_at)::float8)
          FILTER (WHERE f.state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')) AS median_seconds
        FROM inquiries i JOIN files f USING (source_filekey) WHERE ${within('i.created_at', day)}
      ) AS ended, (
        SELECT count(*)::int AS open, extract(epoch FROM ${now} - min(f.confirmed_at))::int AS oldest_open_seconds
        FROM files f WHERE f.kind = 'inquiry' AND f.state IN ('QUEUED', 'PROCESSING')
      ) AS open`.execute(db),
  ])
  return { by_purpose: purposes, ...onlyRow(rows) }
}

const DAYS = 30

export async function countPendingUsers(db: Reader, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users
    WHERE status = 'PENDING' AND created_at < ${startOfDay(addDays(day, 1))}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Users who may be locked at the identity provider. */
export async function usersWithIdentity(db: Reader) {
  return db
    .selectFrom('users')
    .select(['id', 'identity_sub', sql<string>`given_name || ' ' || family_name`.as('name')])
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .where('identity_sub', 'is not', null)
    .orderBy('name')
    .execute()
}

/** Card numbers revealed on the day, and the daily mean of the 30 days before. */
export async function revealFigures(db: Reader, day: string) {
  const { rows } = await sql<{ reveals: number; before: number }>`
    SELECT count(*) FILTER (WHERE ${within('revealed_at', day)})::int AS reveals,
      count(*) FILTER (WHERE ${within('revealed_at', addDays(day, -DAYS), addDays(day, -1))})::int AS before
    FROM card_reveals WHERE ${within('revealed_at', addDays(day, -DAYS), day)}`.execute(db)
  const { reveals = 0, before = 0 } = rows[0] ?? {}
  return { reveals, reveals_mean: before / DAYS }
}

/** Terminals that last moved in the seven days up to `day`, and in the seven before. */
export async function movedTerminals(db: Reader, day: string) {
  const from = addDays(day, -6)
  const { rows } = await sql<{ moved: number; moved_before: number }>`
    SELECT count(*) FILTER (WHERE ${within('moves.last', from, day)})::int AS moved,
      count(*) FILTER (WHERE ${within('moves.last', addDays(from, -7), addDays(from, -1))})::int AS moved_before
    FROM (
      SELECT max(moved_at) AS last FROM terminal_moves m JOIN terminals t ON t.id = m.terminal
      WHERE t.deleted_at IS NULL AND moved_at >= ${startOfDay(addDays(from, -7))}
      GROUP BY m.terminal
    ) AS moves`.execute(db)
  return rows[0] ?? { moved: 0, moved_before: 0 }
}

type CaseFigures = Pick<
  Reply<typeof dashboardEndpoints.cases>,
  'open' | 'overdue' | 'unassigned' | 'sent' | 'resolved'
>

/** `day` is the business date of the resolved cases. */
export async function caseFigures(db: Reader, day: string, today: string): Promise<CaseFigures> {
  const { rows } = await sql<CaseFigures>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE due_on < ${today}::date))::int AS overdue,
      (count(*) FILTER (WHERE assignee_id IS NULL))::int AS unassigned,
      (count(*) FILTER (WHERE status = 'SENT'))::int AS sent,
      (SELECT count(*)::int FROM cases WHERE status = 'RESOLVED'
        AND resolved_at >= ${startOfDay(day)} AND resolved_at < ${startOfDay(addDays(day, 1))}) AS resolved
    FROM cases WHERE status IN ('OPEN', 'SENT')`.execute(db)
  return onlyRow(rows)
}
