import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { dueOn, isRemoval, isUndecided } from './reviews.store.ts'

export function listReviewers(db: Reader, reviewId: string) {
  return db
    .selectFrom('review_reviewers')
    .select(['user_id as id', 'name'])
    .where('review_id', '=', reviewId)
    .orderBy(sql`lower(name) COLLATE "C"`)
    .orderBy('user_id')
    .execute()
}

export async function replaceReviewers(
  tx: Tx,
  reviewId: string,
  reviewers: readonly { id: string; name: string }[],
): Promise<void> {
  await tx.deleteFrom('review_reviewers').where('review_id', '=', reviewId).execute()
  const rows = reviewers.map(({ id, name }) => ({ review_id: reviewId, user_id: id, name }))
  await tx.insertInto('review_reviewers').values(rows).execute()
}

/** Emails by user id. */
export async function listEmails(db: Reader, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** True if an item is undecided, also one that no current reviewer could decide. */
export async function hasUndecided(db: Reader, reviewId: string): Promise<boolean> {
  const found = await db
    .selectFrom('review_items')
    .select('id')
    .where('review_id', '=', reviewId)
    .where(isUndecided)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Users who decided removals that count, or agreed to them. */
export async function listRemovers(db: Reader, reviewId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT by.id FROM review_items, unnest(ARRAY[decided_by, agreed_by]) AS by (id)
    WHERE review_id = ${reviewId} AND ${isRemoval} AND by.id IS NOT NULL`.execute(db)
  return rows.map(({ id }) => id)
}

export type DueReview = { id: string; name: string; due_on: string }

/** Reminders by the days until the due day. `column`: due day for which they were sent. */
export const REMINDERS = [
  { column: 'due_mailed_for', from: 0, to: 0 },
  { column: 'soon_mailed_for', from: 1, to: 3 },
] as const
type Reminder = (typeof REMINDERS)[number]

/** Marks the reminder of open reviews that are due in so many days, and returns them. Not on the day of their start. */
export async function takeDue(tx: Tx, { column, from, to }: Reminder): Promise<DueReview[]> {
  const today = sql`(clock_timestamp() AT TIME ZONE 'Asia/Manila')::date`
  const { rows } = await sql<DueReview>`
    UPDATE reviews SET ${sql.ref(column)} = ${dueOn}
    WHERE status = 'OPEN' AND due_at > clock_timestamp() AND ${sql.ref(column)} IS DISTINCT FROM ${dueOn}
      AND ${dueOn} - ${today} BETWEEN ${from}::int AND ${to}::int
      AND (started_at AT TIME ZONE 'Asia/Manila')::date < ${today}
    RETURNING id, name, ${dueOn} AS due_on`.execute(tx)
  return rows
}

/** Reviewers with undecided items about others. */
export async function reviewersWithItems(db: Reader, reviewId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM review_reviewers AS reviewer
    WHERE review_id = ${reviewId} AND EXISTS (
      SELECT FROM review_items WHERE review_id = reviewer.review_id AND ${isUndecided}
        AND review_items.user_id <> reviewer.user_id AND decided_by IS DISTINCT FROM reviewer.user_id
    )`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
