import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { neededToChange } from '@backoffice/contract/exceeding'
import { keysOf } from '@backoffice/contract/objects'
import {
  MAX_REVIEW_DAYS,
  MIN_NOTICE_DAYS,
  MIN_REVIEWERS,
  type ReviewScope,
  type UndecidedTreatment,
} from '@backoffice/contract/reviews'
import type { Reader, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { changesOf } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { lockAccess } from '../access/access-lock.ts'
import { mayBeOne } from '../access/deciders.store.ts'
import { permanentHolders } from '../access/permanent-holders.ts'
import { findRoleName } from '../roles/roles.store.ts'
import { mailNewDueDate, mailReviewers } from './remind.ts'
import { insertItems } from './review-items.store.ts'
import { noSuchReview, readReview, requireReview } from './review-replies.ts'
import { hasUndecided, listRemovers, listReviewers, replaceReviewers } from './reviewers.store.ts'
import {
  dueTime,
  endDecisions,
  insertReview,
  type LockedReview,
  lockReview,
  updateReview,
} from './reviews.store.ts'
import { type SnapshotScope, takeSnapshot } from './snapshot.ts'

type ManageHandlers = Pick<Handlers<(typeof api)['reviews']>, 'start' | 'update' | 'finish' | 'cancel'>

export function manageReviewHandlers({ sendJob }: { sendJob: SendJob }): ManageHandlers {
  return {
    start:
      async ({ body }, { caller }) =>
      async (tx) => {
        const held = neededToChange(await lockAccess(tx, caller, 'review:manage'), 'manage')
        const { snapshotScope, role } = await requireScope(tx, body)
        const isRemoved = body.undecided === 'REMOVE'
        const due_at = await requireDueTime(tx, { day: body.due_on, startedAt: null, isRemoved })
        const reviewers = await requireReviewers(tx, body.reviewers)
        const items = await takeSnapshot(tx, snapshotScope)
        if (items.length === 0)
          throw invalidField('scope', 'empty', 'No user has such access now. Choose another scope.')
        const { name, scope, undecided } = body
        const values = { name, scope, role, undecided, due_at, startedBy: { ...caller, held } }
        const id = await insertReview(tx, values)
        await replaceReviewers(tx, id, reviewers)
        await insertItems(tx, id, items)
        await mailReviewers(tx, sendJob, { id, name, due_on: body.due_on }, body.reviewers)
        const created = {
          ...{ name, scope, undecided, items: items.length, due_on: body.due_on },
          ...{ role: role?.name ?? null, reviewers: namesOf(reviewers) },
        }
        const none: Partial<typeof created> = {}
        const changes = changesOf(none, created, keysOf(created))
        return { resource: await readReview(tx, id, caller), audit: [{ id, changes }] }
      },

    update:
      async ({ params, body: { version, reviewers, ...fields } }, { caller }) =>
      async (tx) => {
        const review = await lockOpen(tx, params.id, version, caller)
        const before = await listReviewers(tx, review.id)
        const undecided = fields.undecided ?? review.undecided
        // Every reviewer has seen this choice from the start, because `review:manage` alone must not remove everyone's
        // access.
        if (undecided === 'REMOVE' && review.undecided !== 'REMOVE')
          throw invalidField(
            'undecided',
            'not_allowed',
            'Undecided access is only removed if the review started so. Start another review.',
          )
        const { due_on = review.due_on } = fields
        const due_at = fields.due_on
          ? await changedDueTime(tx, review, { day: fields.due_on, undecided })
          : review.due_at
        const chosen = reviewers ? await requireReviewers(tx, reviewers) : before
        const { name = review.name } = fields
        const values = { name, undecided, due_at }
        const changes = changesOf(
          { ...review, reviewers: namesOf(before) },
          { ...values, due_on, reviewers: namesOf(chosen) },
          ['name', 'due_on', 'undecided', 'reviewers'],
        )
        if (Object.keys(changes).length === 0)
          return { resource: await readReview(tx, review.id, caller), unchanged: true }
        await updateReview(tx, review.id, values)
        await replaceReviewers(tx, review.id, chosen)
        const added = chosen.filter(({ id }) => !before.some((each) => each.id === id))
        const mail = { id: review.id, name, due_on }
        const idsOf = (people: typeof chosen) => people.map(({ id }) => id)
        await mailReviewers(tx, sendJob, mail, idsOf(added))
        if (due_on !== review.due_on)
          await mailNewDueDate(tx, sendJob, mail, idsOf(chosen.filter((each) => !added.includes(each))))
        return { resource: await readReview(tx, review.id, caller), audit: [{ changes }] }
      },

    finish:
      async ({ params, body: { version } }, { caller }) =>
      async (tx) => {
        const { id } = await lockOpen(tx, params.id, version, caller)
        if (await hasUndecided(tx, id)) throw new HttpError('review_undecided')
        await requireOtherRemovals(tx, id, caller)
        await endDecisions(tx, id, { status: 'APPLYING', by: caller, cancelReason: null })
        await sendJob(tx, 'apply-review', { reviewId: id })
        const changes = { status: ['OPEN', 'APPLYING'] } as const
        return { resource: await readReview(tx, id, caller), audit: [{ changes }] }
      },

    cancel:
      async ({ params, body: { version, reason } }, { caller }) =>
      async (tx) => {
        const { id } = await lockOpen(tx, params.id, version, caller)
        const cancelReason = maskCardNumbers(reason)
        await endDecisions(tx, id, { status: 'CANCELLED', by: caller, cancelReason })
        const changes = { status: ['OPEN', 'CANCELLED'] } as const
        return { resource: await readReview(tx, id, caller), audit: [{ changes, reason }] }
      },
  }
}

/** Throws `own_removals` if the caller decided all removals, also with accounts that may be theirs. */
async function requireOtherRemovals(tx: Tx, id: string, caller: Caller): Promise<void> {
  if ((await requireReview(tx, id, caller)).made_all_removals) throw new HttpError('own_removals')
  const removers = await listRemovers(tx, id)
  for (const remover of removers) if (!(await mayBeOne(tx, remover, caller.id))) return
  if (removers.length > 0) throw new HttpError('own_removals')
}

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name).toSorted()

type ScopeBody = { scope: ReviewScope; role_id?: string | undefined }

/** Throws 422 unless a role is named exactly for the scope `ROLE`. */
export async function requireScope(
  db: Reader,
  { scope, role_id }: ScopeBody,
): Promise<{ snapshotScope: SnapshotScope; role: { id: string; name: string } | null }> {
  if ((scope === 'ROLE') !== (role_id !== undefined))
    throw invalidField('role_id', 'required', 'Choose a role for the scope “A role”, and only for it.')
  if (role_id === undefined) return { snapshotScope: { scope, roleId: null }, role: null }
  const role = await findRoleName(db, role_id)
  if (!role) throw invalidField('role_id', 'not_found', 'This role does not exist, or was deleted.')
  return { snapshotScope: { scope, roleId: role.id }, role }
}

type DueDay = { day: string /** Null: now. */; startedAt: Date | null; isRemoved: boolean }

/** If `isRemoved`, undecided access is removed then. */
async function requireDueTime(db: Reader, { day, startedAt, isRemoved }: DueDay): Promise<Date> {
  const dueAt = await dueTime(db, { day, startedAt, noticeDays: isRemoved ? MIN_NOTICE_DAYS : 0 })
  if (dueAt) return dueAt
  const first = isRemoved ? `${MIN_NOTICE_DAYS} days from today` : 'today'
  const why = isRemoved ? ' Undecided access is removed then, so reviewers need time.' : ''
  const message = `Choose a day from ${first} to ${MAX_REVIEW_DAYS} days after the start of the review.${why}`
  throw invalidField('due_on', 'out_of_range', message)
}

type ChangedDueDay = { day: string; undecided: UndecidedTreatment }

/** A later day takes no time from the reviewers. */
function changedDueTime(db: Reader, { due_on, started_at }: LockedReview, { day, undecided }: ChangedDueDay) {
  const isRemoved = undecided === 'REMOVE' && day < due_on
  return requireDueTime(db, { day, startedAt: started_at, isRemoved })
}

/** Users who can decide, at least `MIN_REVIEWERS`. */
async function requireReviewers(db: Reader, ids: readonly string[]) {
  const holders = await permanentHolders(db, 'review:decide')
  const found = holders.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }))
  const unable = new Set(ids).size - found.length
  if (unable > 0)
    throw invalidField(
      'reviewers',
      'not_able',
      'Each reviewer must be active and hold the permission to decide reviews, not only temporarily.',
    )
  if (found.length < MIN_REVIEWERS)
    throw invalidField(
      'reviewers',
      'too_few',
      `Choose at least ${MIN_REVIEWERS} reviewers, because no one reviews their own access.`,
    )
  await requireOthers(db, found)
  return found
}

/** Two accounts of one person do not review each other. */
async function requireOthers(db: Reader, reviewers: readonly { id: string; name: string }[]): Promise<void> {
  for (const reviewer of reviewers) {
    const linked: boolean[] = []
    for (const { id } of reviewers) linked.push(await mayBeOne(db, reviewer.id, id))
    if (linked.every(Boolean))
      throw invalidField(
        'reviewers',
        'not_others',
        `Add a reviewer who did not create the account of ${reviewer.name}, nor has one that they created: two such accounts do not review each other.`,
      )
  }
}

/** Locks a review that accepts decisions, for its manager. Throws `review_ended`, or `version_conflict`. */
async function lockOpen(tx: Tx, id: string, version: number, caller: Caller): Promise<LockedReview> {
  await lockAccess(tx, caller, 'review:manage')
  const review = await lockReview(tx, id)
  if (!review) throw noSuchReview()
  if (!review.is_open) throw new HttpError('review_ended')
  if (review.version !== version)
    requireVersion(
      review.version,
      version,
      await readReview(tx, id, caller),
      'Someone else changed this review in the meantime.',
    )
  return review
}
