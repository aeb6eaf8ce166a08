import type { api } from '@backoffice/contract/api'
import { type EvidenceKey, publicKeyOf } from '../../adapters/evidence-key.ts'
import type { Database } from '../../db/client.ts'
import { startExport } from '../../files/tracked/file-jobs.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { exceedsOf } from '../access/exceeding.ts'
import { permanentHolders } from '../access/permanent-holders.ts'
import { describeRoles } from '../users/users.store.ts'
import { decideHandler, keepUsedHandler } from './decide.ts'
import { manageReviewHandlers, requireScope } from './manage-reviews.ts'
import { allowedReplacements } from './remove-assignment.ts'
import { findItem, removedPolicies, reviewItemsSource } from './review-items.store.ts'
import { readReview, requireReview, reviewerOf, toItem, toReviewRow } from './review-replies.ts'
import { listEmails } from './reviewers.store.ts'
import { countMine, reviewsSource } from './reviews.store.ts'
import { takeSnapshot } from './snapshot.ts'

type Deps = {
  db: Database
  clock: Clock
  sendJob: SendJob
  /** Null: evidence can’t be exported. */
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
