import { reviewsList } from '@backoffice/contract/lists/reviews'
import {
  MAX_REVIEW_DAYS,
  RECENT_USE_DAYS,
  type ReviewScope,
  type UndecidedTreatment,
} from '@backoffice/contract/reviews'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { onlyRow, type Reader, type Tx } from '../../db/client.ts'

/** Accepts decisions, by the database's clock. */
export const isOpen = sql<SqlBool>`(reviews.status = 'OPEN' AND reviews.due_at > clock_timestamp())`

/** Last day before the end, in Manila. */
export const dueOn = sql<string>`((due_at - interval '1 second') AT TIME ZONE 'Asia/Manila')::date`

/** A user who reads reviews, or `seesAll`. A user who `decides` holds `review:decide` permanently. */
export type Reviewer = { id: string; decides: boolean; seesAll: boolean }

const isReviewer = (userId: string) =>
  sql<SqlBool>`EXISTS (SELECT FROM review_reviewers WHERE review_id = reviews.id AND user_id = ${userId})`

const countItems = (condition: RawBuilder<unknown>) =>
  sql<number>`(SELECT count(*)::int FROM review_items WHERE review_id = reviews.id AND ${condition})`

/** A removal that counts once a second reviewer agrees. */
export const lacksSecondSql = sql<SqlBool>`(decision = 'REMOVE' AND needs_second AND agreed_by IS NULL)`

export const isUndecided = sql<SqlBool>`(decision IS NULL OR ${lacksSecondSql})`

/** A removal that counts. */
export const isRemoval = sql<SqlBool>`(decision = 'REMOVE' AND NOT ${lacksSecondSql})`

/** Undecided items that the user may decide, if the review is theirs to decide. */
const isOpenTo = (userId: string) =>
  sql`${isUndecided} AND review_items.user_id <> ${userId} AND decided_by IS DISTINCT FROM ${userId}`

/** Used recently when the review started. */
export const isRecent = sql`last_used_on > (reviews.started_at AT TIME ZONE 'Asia/Manila')::date - ${sql.lit(RECENT_USE_DAYS)}`

const mayDecide = ({ id, decides }: Reviewer) =>
  sql<boolean>`(${decides} AND ${isOpen} AND ${isReviewer(id)})`

function reviewRows(db: Reader, reviewer: Reviewer) {
  const isMine = mayDecide(reviewer)
  return db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.version', 'reviews.name', 'scope', 'role_id', 'role_name'])
    .select(['reviews.status', 'undecided', 'due_at', 'started_by', 'started_by_name', 'started_at'])
    .select(['finished_at', 'finished_by', 'finished_by_name', 'cancel_reason', 'use_recorded_since'])
    .select([
      dueOn.as('due_on'),
      isMine.as('may_decide'),
      isOpen.$castTo<boolean>().as('is_open'),
      countItems(sql`true`).as('total'),
      countItems(sql`decision = 'KEEP'`).as('kept'),
      countItems(isRemoval).as('removed'),
      sql<number>`CASE WHEN ${isMine} THEN ${countItems(isOpenTo(reviewer.id))} ELSE 0 END`.as('mine'),
    ])
}

type UsedItems = { count: number; hash: string }

/** Undecided items that the reviewer may decide and that were used recently. A count alone could match other items. */
function usedRecently(reviewer: Reviewer) {
  return sql<UsedItems>`(
    SELECT json_build_object('count', count(*)::int,
      'hash', encode(sha256(coalesce(string_agg(id || ' ' || version, ',' ORDER BY id), '')::bytea), 'hex'))
    FROM review_items WHERE review_id = reviews.id AND ${mayDecide(reviewer)} AND decision IS NULL AND ${isOpenTo(reviewer.id)} AND ${isRecent}
  )`
}

/** True if there are removals, and no other reviewer decided or agreed to one. */
function madeAllRemovals(userId: string) {
  return sql<boolean>`coalesce((
    SELECT bool_and(decided_by = ${userId} AND agreed_by IS NULL)
    FROM review_items WHERE review_id = reviews.id AND ${isRemoval}), false)`
}

export type StoredReview = Awaited<ReturnType<typeof findReview>> & {}

function visibleReviews(db: Reader, reviewer: Reviewer) {
  const rows = reviewRows(db, reviewer)
  return reviewer.seesAll ? rows : rows.where(isReviewer(reviewer.id))
}

export function reviewsSource(db: Reader, reviewer: Reviewer) {
  const ref = (column: string) => ({ sql: sql.ref(`reviews.${column}`) })
  return {
    declaration: reviewsList,
    query: visibleReviews(db, reviewer),
    id: sql.ref('reviews.id'),
    fields: {
      name: ref('name'),
      scope: ref('scope'),
      status: ref('status'),
      due_at: ref('due_at'),
      started_by: ref('started_by_name'),
      started_at: ref('started_at'),
      finished_at: { ...ref('finished_at'), nullable: true },
    },
    searched: [sql.ref('reviews.name'), sql.ref('reviews.role_name'), sql.ref('reviews.started_by_name')],
  }
}

export function findReview(db: Reader, id: string, reviewer: Reviewer) {
  return visibleReviews(db, reviewer)
    .select([
      usedRecently(reviewer).as('used_recently'),
      madeAllRemovals(reviewer.id).as('made_all_removals'),
    ])
    .where('reviews.id', '=', id)
    .executeTakeFirst()
}

/** All columns, also for callers who may not see the review. */
export function readStoredReview(db: Reader, id: string) {
  return db
    .selectFrom('reviews')
    .selectAll()
    .select(dueOn.as('due_on'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Locks the review until the transaction ends. */
export function lockReview(tx: Tx, id: string) {
  return tx
    .selectFrom('reviews')
    .selectAll()
    .select([isOpen.$castTo<boolean>().as('is_open'), dueOn.as('due_on')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedReview = Awaited<ReturnType<typeof lockReview>> & {}

/** Undecided items of all open reviews that a reviewer may decide. */
export async function countMine(db: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ decide: number }>`
    SELECT count(*)::int AS decide FROM review_reviewers
    JOIN reviews ON reviews.id = review_reviewers.review_id AND ${isOpen}
    JOIN review_items ON review_items.review_id = reviews.id AND ${isOpenTo(userId)}
    WHERE review_reviewers.user_id = ${userId}`.execute(db)
  return onlyRow(rows).decide
}

export async function countOutcomes(db: Reader, reviewId: string) {
  const count = (outcome: string) => sql`(count(*) FILTER (WHERE outcome = ${outcome}))::int`
  const { rows } = await sql<{ kept: number; removed: number; gone: number; not_possible: number }>`
    SELECT ${count('KEPT')} AS kept, ${count('REMOVED')} AS removed, ${count('GONE')} AS gone,
      ${count('NOT_POSSIBLE')} AS not_possible
    FROM review_items WHERE review_id = ${reviewId}`.execute(db)
  return onlyRow(rows)
}

/** End of the day in Manila. */
const endOfDay = (day: string) => sql<Date>`(${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Manila'`

type DueDay = { day: string /** Null: now. */; startedAt: Date | null; noticeDays: number }

/**
 * Null unless the day is `noticeDays` from today in Manila, or later, and at most `MAX_REVIEW_DAYS` after the start.
 */
export async function dueTime(db: Reader, { day, startedAt, noticeDays }: DueDay): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    SELECT CASE WHEN ${day}::date BETWEEN (clock_timestamp() AT TIME ZONE 'Asia/Manila')::date + ${noticeDays}::int
      AND (coalesce(${startedAt}, clock_timestamp()) AT TIME ZONE 'Asia/Manila')::date + ${MAX_REVIEW_DAYS}::int
      THEN ${endOfDay(day)} END AS due_at`.execute(db)
  return onlyRow(rows).due_at
}

type NewReview = {
  name: string
  scope: ReviewScope
  role: { id: string; name: string } | null
  undecided: UndecidedTreatment
  due_at: Date
  /** `held` are their access permissions (`neededToChange`). */
  startedBy: { id: string; name: string; held: string[] }
}

export async function insertReview(tx: Tx, { role, startedBy, ...values }: NewReview): Promise<string> {
  const { id } = await tx
    .insertInto('reviews')
    .values({
      ...values,
      role_id: role?.id ?? null,
      role_name: role?.name ?? null,
      started_by: startedBy.id,
      started_by_name: startedBy.name,
      started_with: startedBy.held,
      use_recorded_since: sql<string>`use_recorded_since()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type ReviewUpdate = Partial<Pick<NewReview, 'name' | 'undecided' | 'due_at'>>

export async function updateReview(tx: Tx, id: string, values: ReviewUpdate): Promise<void> {
  await tx
    .updateTable('reviews')
    .set((q) => ({ ...values, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

type End = {
  status: 'APPLYING' | 'CANCELLED'
  /** Null for the deadline. */
  by: { id: string; name: string } | null
  cancelReason: string | null
}

/** Ends the decisions of a locked review. */
export async function endDecisions(tx: Tx, id: string, { status, by, cancelReason }: End): Promise<void> {
  await tx
    .updateTable('reviews')
    .set((q) => ({
      status,
      finished_at: sql<Date>`clock_timestamp()`,
      finished_by: by?.id ?? null,
      finished_by_name: by?.name ?? null,
      cancel_reason: cancelReason,
      version: q('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function markFinished(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('reviews')
    .set((q) => ({ status: 'FINISHED', version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Locks the open reviews that are due. Those that another transaction ends are left to it. */
export async function lockDue(tx: Tx) {
  return tx
    .selectFrom('reviews')
    .select('id')
    .where('status', '=', 'OPEN')
    .where(sql<SqlBool>`due_at <= clock_timestamp()`)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Reviews whose removals have made no progress for five minutes, because their job has failed. */
export async function findStalled(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM reviews WHERE status = 'APPLYING' AND greatest(finished_at,
      (SELECT max(outcome_at) FROM review_items WHERE review_id = reviews.id))
      < clock_timestamp() - interval '5 minutes'`.execute(db)
  return rows.map(({ id }) => id)
}
