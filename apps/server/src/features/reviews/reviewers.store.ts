import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { isRemoval, isUndecided } from './reviews.store.ts'

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
