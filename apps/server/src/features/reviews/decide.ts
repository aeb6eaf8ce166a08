import type { api } from '@backoffice/contract/api'
import { neededToChange } from '@backoffice/contract/exceeding'
import { REVIEW_DECISIONS } from '@backoffice/contract/reviews'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { runBulk } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { creatorsOf } from '../access/deciders.store.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { mailUsers } from '../mail/send-mail.ts'
import { type Deciding, decideItem, type OverturnedItem } from './decide-item.ts'
import { pathOfReview } from './remind.ts'
import { keepRecentlyUsed } from './review-items.store.ts'
import { noSuchReview, readReview, requireReview } from './review-replies.ts'
import { listReviewers } from './reviewers.store.ts'
import { type LockedReview, lockReview } from './reviews.store.ts'

type ReviewHandlers = Handlers<(typeof api)['reviews']>

export function decideHandler({ sendJob }: { sendJob: SendJob }): ReviewHandlers['decide'] {
  return async ({ params, body }, call) => {
    const { caller } = call
    requireComplete(body)
    return async (tx) => {
      const held = neededToChange(await lockAccess(tx, caller, 'review:decide'), 'manage')
      const review = await lockForDecisions(tx, params.id, caller)
      const overturned: OverturnedItem[] = []
      const ownIds = await ownIdsOf(tx, caller.id)
      const deciding = { tx, caller, held, ownIds, reviewId: review.id, body }
      const { resource, ...result } = await runBulk({
        tx,
        items: body.items,
        apply: (item: { id: string; version: number }) =>
          decideItem(deciding, item, (each) => overturned.push(each)),
      })
      if (body.decision === 'REMOVE')
        await requireRecentFor(
          tx,
          call,
          resource.items.flatMap(({ outcome, row }) => (outcome === 'done' && row ? [row.user.id] : [])),
        )
      if (!('audit' in result)) return { resource, unchanged: true }
      await mailOverturned(tx, sendJob, { review, caller, reason: body.reason ?? '' }, overturned)
      // The record is the review; the changes name the user.
      const ofReview = (entry: AuditEntry) => ({ ...entry, id: review.id })
      const [first, ...others] = result.audit
      return { resource, audit: [ofReview(first), ...others.map(ofReview)] }
    }
  }
}

export function keepUsedHandler(): ReviewHandlers['keepUsed'] {
  return async ({ params, body: { used_recently: shown } }, { caller }) =>
    async (tx) => {
      const held = neededToChange(await lockAccess(tx, caller, 'review:decide'), 'manage')
      const { id } = await lockForDecisions(tx, params.id, caller)
      const { used_recently: now } = await requireReview(tx, id, caller)
      if (now.hash !== shown.hash || now.count !== shown.count)
        throw new HttpError('selection_changed', {
          detail:
            'The undecided items that were used recently are no longer those that were shown. Check them again.',
        })
      const kept = await keepRecentlyUsed(tx, id, { by: caller, held, ownIds: await ownIdsOf(tx, caller.id) })
      const resource = await readReview(tx, id, caller)
      if (kept === 0) return { resource, unchanged: true }
      return { resource, audit: [{ changes: { kept_as_used: [null, kept] } }] }
    }
}

function requireComplete({ decision, reason, replacement_role_id }: Deciding['body']): void {
  if (decision === 'REMOVE' && !reason) throw invalidField('reason', 'required', 'Enter Reason')
  if (decision !== 'REMOVE' && replacement_role_id !== undefined)
    throw invalidField('replacement_role_id', 'invalid', 'Only a role that is removed has a replacement.')
}

const ownIdsOf = async (tx: Tx, id: string) => [id, ...(await creatorsOf(tx, id))]

/** Locks an open review of which the caller is a reviewer. */
async function lockForDecisions(tx: Tx, reviewId: string, caller: Caller): Promise<LockedReview> {
  const review = await lockReview(tx, reviewId)
  if (!review) throw noSuchReview()
  if (!(await listReviewers(tx, review.id)).some(({ id }) => id === caller.id))
    throw new HttpError('not_reviewer')
  if (!review.is_open) throw new HttpError('review_ended')
  return review
}

/** Items that a mail lists. */
const LISTED = 20

type Overturning = {
  review: { id: string; name: string }
  caller: { name: string }
  reason: string
}

/** Mails each reviewer whose decisions were overturned, once for a call. */
async function mailOverturned(
  tx: Tx,
  sendJob: SendJob,
  { review, caller, reason }: Overturning,
  overturned: readonly OverturnedItem[],
): Promise<void> {
  const reviewers = new Set(overturned.flatMap((each) => each.reviewers))
  for (const reviewer of reviewers) {
    const theirs = overturned.filter((each) => each.reviewers.includes(reviewer))
    const lines = theirs.slice(0, LISTED).map(lineOf)
    if (theirs.length > LISTED) lines.push(`and ${theirs.length - LISTED} more`)
    await mailUsers(tx, sendJob, [reviewer], {
      subject: `Decision overturned: ${review.name}`,
      text: `${caller.name} overturned ${
        theirs.length === 1 ? 'your decision' : `${theirs.length} of your decisions`
      } in the access review “${review.name}”:\n\n${lines.join('\n')}\n\nReason: ${reason}\n\nOpen the review in Backoffice.`,
      path: pathOfReview(review.id),
    })
  }
}

/** `Auditor of Teresa Villar: Remove, now Keep` */
function lineOf({ before, after }: OverturnedItem): string {
  const words = ({ decision, replacement_name }: OverturnedItem['after']) =>
    [
      decision ? REVIEW_DECISIONS[decision] : 'Undecided',
      replacement_name && `and replace by ${replacement_name}`,
    ]
      .filter(Boolean)
      .join(' ')
  return `${before.grant_name} of ${before.user_name}: ${words(before)}, now ${words(after)}`
}
