import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { applyNext, endDue } from './end-review.ts'
import { sendReminders } from './remind.ts'
import { findStalled } from './reviews.store.ts'

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
