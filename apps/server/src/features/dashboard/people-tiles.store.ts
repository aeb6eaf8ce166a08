import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { addDays, startOfDay, within } from './business-date.ts'

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

/** Terminals by their last move: in the seven days up to `day`, and in the seven before. */
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
