import { sql, type UpdateObject } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { DB } from '../../db/schema.ts'
import { lockItem, type StoredItem } from './review-items.store.ts'
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

/** Reminders by the days until the due day. `column` has the due day for which they were sent. */
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

type Person = { id: string; name: string }

/** `held` are the access permissions of the reviewer. */
type Decision = { reason: string | null; by: Person; held: string[] } & (
  | { decision: 'KEEP' }
  | {
      decision: 'REMOVE'
      replacement: Person | null
      needsSecond: boolean
      /** The second reviewer agrees with it as before. */
      keepsAgreement: boolean
    }
)

const NO_AGREEMENT = { agreed_by: null, agreed_by_name: null, agreed_at: null, agreed_reason: null }
const UNDECIDED = {
  decision: null,
  reason: null,
  replacement_id: null,
  replacement_name: null,
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  decided_with: null,
  needs_second: false,
}

/** Saves the decision about a locked item; null takes it back. */
export function saveDecision(tx: Tx, item: StoredItem, decision: Decision | null): Promise<StoredItem> {
  if (!decision) return updateItem(tx, item, { ...UNDECIDED, ...NO_AGREEMENT })
  const removal = decision.decision === 'REMOVE' ? decision : undefined
  return updateItem(tx, item, {
    decision: decision.decision,
    reason: decision.reason,
    replacement_id: removal?.replacement?.id ?? null,
    replacement_name: removal?.replacement?.name ?? null,
    decided_by: decision.by.id,
    decided_by_name: decision.by.name,
    decided_at: sql<Date>`clock_timestamp()`,
    decided_with: decision.held,
    needs_second: removal?.needsSecond ?? false,
    ...(!removal?.keepsAgreement && NO_AGREEMENT),
  })
}

/** Saves that a second reviewer agrees with the removal of a locked item; null if no longer. */
export function saveAgreement(tx: Tx, item: StoredItem, agreement: { by: Person; reason: string } | null) {
  if (!agreement) return updateItem(tx, item, NO_AGREEMENT)
  return updateItem(tx, item, {
    agreed_by: agreement.by.id,
    agreed_by_name: agreement.by.name,
    agreed_at: sql<Date>`clock_timestamp()`,
    agreed_reason: agreement.reason,
  })
}

/** The second reviewer of a removal becomes the only one. */
export function leaveToSecond(
  tx: Tx,
  item: StoredItem,
  { held, needsSecond }: { held: string[]; needsSecond: boolean },
): Promise<StoredItem> {
  return updateItem(tx, item, {
    reason: item.agreed_reason,
    decided_by: item.agreed_by,
    decided_by_name: item.agreed_by_name,
    decided_at: item.agreed_at,
    decided_with: held,
    needs_second: needsSecond,
    ...NO_AGREEMENT,
  })
}

async function updateItem(
  tx: Tx,
  { id, review_id }: StoredItem,
  values: UpdateObject<DB, 'review_items'>,
): Promise<StoredItem> {
  await tx
    .updateTable('review_items')
    .set((q) => ({ ...values, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const saved = await lockItem(tx, review_id, id)
  if (!saved) throw new Error('A locked item cannot disappear')
  return saved
}

/** Keeps the decision of an item that the caller is about to replace. */
export async function insertOverturned(
  tx: Tx,
  item: StoredItem,
  { by, reason }: { by: { id: string; name: string }; reason: string },
): Promise<void> {
  const { decision, decided_by, decided_by_name, decided_at } = item
  if (decision === null || decided_by === null || decided_by_name === null || decided_at === null)
    throw new Error('The item had no decision')
  await tx
    .insertInto('overturned_decisions')
    .values({
      ...{ item_id: item.id, decision, decided_by, decided_by_name, decided_at },
      reason: item.reason,
      replacement_name: item.replacement_name,
      agreed_by_name: item.agreed_by_name,
      agreed_at: item.agreed_at,
      agreed_reason: item.agreed_reason,
      overturned_by: by.id,
      overturned_by_name: by.name,
      overturned_reason: reason,
    })
    .execute()
}
