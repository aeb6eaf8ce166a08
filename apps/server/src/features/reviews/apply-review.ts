import { lacksSecond } from '@backoffice/contract/reviews'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { type Changes, NO_REQUEST, recordAudit, recordSystemAudit } from '../../kernel/audit.ts'
import { inSavepoint } from '../../kernel/bulk.ts'
import { HttpError } from '../../kernel/errors.ts'
import { lockChanges } from '../access/access-lock.ts'
import { missingToManage } from '../access/exceeding.ts'
import { permanentHolders } from '../access/permanent-holders.ts'
import { sendReminders } from './remind.ts'
import { removeAssignment } from './remove-assignment.ts'
import {
  keepOthers,
  lockNextRemoval,
  type StoredItem,
  saveOutcome,
  TWO_MUST_AGREE,
} from './review-items.store.ts'
import { listReviewers } from './reviewers.store.ts'
import {
  endDecisions,
  findStalled,
  type LockedReview,
  lockDue,
  lockReview,
  markFinished,
} from './reviews.store.ts'

/** Ends reviews that are due, reminds reviewers, and continues removals whose job has failed. */
export async function followReviews({ db, sendJob }: Pick<WorkerDeps, 'db' | 'sendJob'>): Promise<void> {
  await db.transaction().execute((tx) => endDue(tx, sendJob))
  await db.transaction().execute((tx) => sendReminders(tx, sendJob))
  await db.transaction().execute(async (tx) => {
    for (const reviewId of await findStalled(tx)) await sendJob(tx, 'apply-review', { reviewId })
  })
}

/** Applies the decisions of a review, one removal in each transaction. Several workers take turns. */
export async function applyReview(
  { db }: Pick<WorkerDeps, 'db'>,
  { reviewId }: { reviewId: string },
): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction().execute((tx) => applyNext(tx, reviewId))
}

/** Ends the decisions of reviews that are due, and sends the jobs of their removals. */
async function endDue(tx: Tx, sendJob: SendJob): Promise<void> {
  for (const { id } of await lockDue(tx)) {
    await endDecisions(tx, id, { status: 'APPLYING', by: null, cancelReason: null })
    const able = await countAbleReviewers(tx, id)
    const changes = { status: ['OPEN', 'APPLYING'], able_reviewers: [null, able] } as const
    await recordSystemAudit(tx, { resource: 'review', action: 'expire', id, changes })
    await sendJob(tx, 'apply-review', { reviewId: id })
  }
}

/** Reviewers who could still decide. */
async function countAbleReviewers(tx: Tx, reviewId: string): Promise<number> {
  const holders = new Set((await permanentHolders(tx, 'review:decide')).map(({ id }) => id))
  return (await listReviewers(tx, reviewId)).filter(({ id }) => holders.has(id)).length
}

/**
 * Applies the next removal of a review whose decisions have ended, or finishes it. The outcome, stored in the same
 * transaction as the change, is what makes it happen exactly once. False when nothing is left.
 */
async function applyNext(tx: Tx, reviewId: string): Promise<boolean> {
  // Taken first, as by every change of access.
  await lockChanges(tx)
  const review = await lockReview(tx, reviewId)
  if (review?.status !== 'APPLYING') return false
  await keepOthers(tx, reviewId, review.undecided === 'REMOVE')
  const item = await lockNextRemoval(tx, reviewId)
  if (item) await applyRemoval(tx, review, item)
  else {
    await markFinished(tx, reviewId)
    const changes = { status: ['APPLYING', 'FINISHED'] } as const
    await recordSystemAudit(tx, { resource: 'review', action: 'update', id: reviewId, changes })
  }
  return item !== undefined
}

async function applyRemoval(tx: Tx, review: LockedReview, item: StoredItem): Promise<void> {
  const isUndecided = item.decision === null || lacksSecond(item)
  const exceeding = item.agreed_by === null ? await exceedingOf(tx, review, item, isUndecided) : []
  if (exceeding.length > 0 && isUndecided)
    return saveOutcome(tx, item.id, { outcome: 'KEPT', detail: keptText(review, item) })
  const by = isUndecided ? null : item.decided_by
  const removal = await inSavepoint(tx, async () => {
    if (exceeding.length > 0) throw new HttpError('not_held', { detail: exceededText(item) })
    return removeAssignment(tx, item, by)
  }).catch((error: unknown) => {
    if (error instanceof HttpError) return error
    throw error
  })
  if (removal instanceof HttpError) {
    await saveOutcome(tx, item.id, { outcome: 'NOT_POSSIBLE', detail: removal.message })
    const changes: Changes = { user: [null, item.user_name], access: [null, item.grant_name] }
    const failed = {
      resource: 'review',
      action: 'fail',
      id: review.id,
      changes,
      reason: removal.message,
    } as const
    return recordSystemAudit(tx, failed)
  }
  if (!removal) return saveOutcome(tx, item.id, { outcome: 'GONE', detail: null })
  await saveOutcome(tx, item.id, { outcome: 'REMOVED', detail: removal.detail })
  const actor = { id: by, name: by === null ? 'System' : (item.decided_by_name ?? '') }
  const why = isUndecided ? 'Not decided in time' : item.reason
  const reason = `Review “${review.name}”: ${why}`
  const event = { resource: 'user', id: item.user_id, ...removal.event, reason } as const
  await recordAudit(tx, { actor, ...NO_REQUEST }, [event])
}

/**
 * Permissions of the user that one person alone may not remove. The person is the reviewer who decided first, or the
 * user who started the review if access is undecided. What they held at that time counts, so that a decision stands when
 * they lose access later.
 */
function exceedingOf(tx: Tx, review: LockedReview, item: StoredItem, isUndecided: boolean) {
  const held = isUndecided ? review.started_with : item.decided_with
  return missingToManage(tx, held ?? [], item.user_id)
}

function keptText({ started_by_name }: LockedReview, { user_name, decided_by_name }: StoredItem): string {
  const who =
    decided_by_name === null ? 'No reviewer decided' : `${decided_by_name} alone decided to remove it`
  return `${who}. ${started_by_name}, who started the review, can’t remove the access of ${user_name} alone: two reviewers must agree.`
}

const exceededText = ({ user_name, decided_by_name }: StoredItem) =>
  `${user_name} now has permissions that ${decided_by_name} didn’t have. ${TWO_MUST_AGREE}`
