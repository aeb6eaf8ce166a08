import type { api } from '@backoffice/contract/api'
import { neededToChange } from '@backoffice/contract/exceeding'
import { REVIEW_DECISIONS } from '@backoffice/contract/reviews'
import { type EvidenceKey, publicKeyOf } from '../../adapters/evidence-key.ts'
import type { Database, Tx } from '../../db/client.ts'
import { startExport } from '../../files/tracked/file-jobs.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { runBulk } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { creatorsOf } from '../access/deciders.store.ts'
import { exceedsOf } from '../access/exceeding.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { permanentHolders } from '../access/permanent-holders.ts'
import { mailUsers } from '../mail/send-mail.ts'
import { describeRoles } from '../users/users.store.ts'
import { type Deciding, decideItem, type OverturnedItem } from './decide-item.ts'
import { manageReviewHandlers, requireScope } from './manage-reviews.ts'
import { pathOfReview } from './remind.ts'
import { allowedReplacements } from './remove-assignment.ts'
import { findItem, keepRecentlyUsed, removedPolicies, reviewItemsSource } from './review-items.store.ts'
import { noSuchReview, readReview, requireReview, reviewerOf, toItem, toReviewRow } from './review-replies.ts'
import { listEmails, listReviewers } from './reviewers.store.ts'
import { countMine, type LockedReview, lockReview, reviewsSource } from './reviews.store.ts'
import { takeSnapshot } from './snapshot.ts'

type Deps = {
  db: Database
  clock: Clock
  sendJob: SendJob
  /** If null, evidence can’t be exported. */
  evidenceKey: EvidenceKey | null
}

export function reviewsHandlers(deps: Deps): Handlers<(typeof api)['reviews']> {
  const { db, evidenceKey } = deps
  return {
    ...manageReviewHandlers(deps),
    decide: decideHandler(deps),
    keepUsed: keepUsedHandler(),

    list: async ({ body }, { caller }) => {
      const { rows, ...page } = await listRows(db, reviewsSource(db, reviewerOf(caller)), body)
      return { items: rows.map(toReviewRow), ...page }
    },

    counts: async (_received, { caller }) => {
      const { id, decides } = reviewerOf(caller)
      return { decide: decides ? await countMine(db, id) : 0 }
    },

    preview: async ({ body }) => {
      const { snapshotScope } = await requireScope(db, body)
      const items = await takeSnapshot(db, snapshotScope)
      return { items: items.length, users: new Set(items.map(({ user_id }) => user_id)).size }
    },

    reviewers: async () => {
      const able = await permanentHolders(db, 'review:decide')
      const emails = await listEmails(
        db,
        able.map(({ id }) => id),
      )
      return { items: able.map(({ id, name }) => ({ id, name, email: emails.get(id) ?? '' })) }
    },

    get: async ({ params }, { caller }) => readReview(db, params.id, caller),

    items: async ({ params, body }, { caller }) => {
      const review = await requireReview(db, params.id, caller)
      const { rows, ...page } = await listRows(db, reviewItemsSource(db, review.id), body)
      const reading = { caller, mayDecide: review.may_decide, isOpen: review.is_open }
      const userIds = review.may_decide ? rows.map(({ user_id }) => user_id) : []
      const exceeds = await exceedsOf(db, caller.permanent, userIds)
      const items = rows.map((row) =>
        toItem(row, { ...reading, isExceeding: exceeds.get(row.user_id)?.manage ?? false }),
      )
      return { items, ...page }
    },

    replacements: async ({ params, query }, { caller }) => {
      const review = await requireReview(db, params.id, caller)
      const item = await findItem(db, review.id, query.item)
      if (!item) throw new HttpError('not_found', { detail: 'This item does not exist in the review.' })
      if (item.kind !== 'role' || item.temporary_id !== null) return { items: [] }
      const { user_id: userId, grant_id: roleId } = item
      const lostPolicyIds = await removedPolicies(db, item)
      const allowed = await allowedReplacements(db, { userId, roleId, lostPolicyIds })
      const descriptions = new Map((await describeRoles(db)).map((role) => [role.id, role.description]))
      return {
        items: allowed.map(({ id, name }) => ({ id, name, description: descriptions.get(id) ?? null })),
      }
    },

    evidenceKey: async () => ({ key: evidenceKey && publicKeyOf(evidenceKey) }),

    evidence: async ({ params }, { caller }) => {
      const review = await requireReview(db, params.id, caller)
      if (review.status !== 'FINISHED' && review.status !== 'CANCELLED') throw new HttpError('review_open')
      if (!evidenceKey) throw new HttpError('evidence_key_missing')
      const query = { form: 'view', review: review.id } as const
      return startExport(deps, { category: 'REVIEWS', name: 'review-evidence', query, caller, owner: null })
    },
  }
}

type ReviewHandlers = Handlers<(typeof api)['reviews']>

function decideHandler({ sendJob }: { sendJob: SendJob }): ReviewHandlers['decide'] {
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

function keepUsedHandler(): ReviewHandlers['keepUsed'] {
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
