import { may } from '@backoffice/contract/access'
import type { Review, ReviewItem, ReviewRow } from '@backoffice/contract/reviews'
import type { Reader } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { permanentHolders } from '../access/permanent-holders.ts'
import type { StoredItem } from './review-items.store.ts'
import { listReviewers } from './reviewers.store.ts'
import { countOutcomes, findReview, type Reviewer, type StoredReview } from './reviews.store.ts'

export const noSuchReview = () => new HttpError('not_found', { detail: 'This review does not exist.' })

/** Temporary access does not decide. */
export function reviewerOf({ id, access, permanent }: Caller): Reviewer {
  const seesAll = may(access, 'review:view') || may(access, 'review:manage')
  return { id, decides: may(permanent, 'review:decide'), seesAll }
}

export function toReviewRow(review: Omit<StoredReview, 'used_recently' | 'made_all_removals'>): ReviewRow {
  const { id, version, name, scope, status, undecided, total, kept, removed, mine } = review
  const { role_id, role_name } = review
  return {
    ...{ id, version, name, scope, status, undecided, mine },
    role: role_id === null ? null : { id: role_id, name: role_name ?? '' },
    due_at: review.due_at.toISOString(),
    due_on: review.due_on,
    started_by: { id: review.started_by, name: review.started_by_name },
    started_at: review.started_at.toISOString(),
    finished_at: review.finished_at?.toISOString() ?? null,
    counts: { total, kept, removed, undecided: total - kept - removed },
  }
}

/** Throws 404 unless the caller may see it. */
export async function requireReview(db: Reader, id: string, caller: Caller): Promise<StoredReview> {
  const review = await findReview(db, id, reviewerOf(caller))
  if (!review) throw noSuchReview()
  return review
}

/** Throws 404 unless the caller may see it. */
export async function readReview(db: Reader, id: string, caller: Caller): Promise<Review> {
  const review = await requireReview(db, id, caller)
  const deciders = new Set((await permanentHolders(db, 'review:decide')).map((each) => each.id))
  const reviewers = (await listReviewers(db, id)).map((each) => ({
    ...each,
    can_decide: deciders.has(each.id),
  }))
  const {
    used_recently,
    may_decide,
    made_all_removals,
    finished_by,
    finished_by_name,
    cancel_reason,
    use_recorded_since,
  } = review
  return {
    ...toReviewRow(review),
    ...{ used_recently, may_decide, made_all_removals, cancel_reason, use_recorded_since },
    reviewers,
    finished_by: finished_by === null ? null : { id: finished_by, name: finished_by_name ?? '' },
    outcomes: await countOutcomes(db, id),
  }
}

type Reading = {
  caller: Pick<Caller, 'id'>
  /** The caller may decide items of the review. */
  mayDecide: boolean
  isOpen: boolean
  /** The user has access permissions that the caller lacks. */
  isExceeding: boolean
}

export function toItem(item: StoredItem, reading: Reading): ReviewItem {
  const { id, version, is_use_complete, permissions, conflicts, granted_by, last_used_on } = item
  const { decision, reason, outcome, outcome_detail } = item
  return {
    ...{ id, version, is_use_complete, permissions, conflicts, granted_by, last_used_on },
    ...{ decision, reason, outcome, outcome_detail },
    user: {
      id: item.user_id,
      name: item.user_name,
      email: item.user_email,
      department: item.department,
      status: item.user_status,
      last_sign_in_at: item.last_sign_in_at?.toISOString() ?? null,
      is_dormant: item.is_dormant,
    },
    grant: {
      kind: item.kind,
      id: item.grant_id,
      name: item.grant_name,
      until: item.until?.toISOString() ?? null,
    },
    granted_at: item.granted_at?.toISOString() ?? null,
    others: { total: item.others_total, have: item.others_have },
    replacement:
      item.replacement_id === null ? null : { id: item.replacement_id, name: item.replacement_name ?? '' },
    decided_by: item.decided_by === null ? null : { id: item.decided_by, name: item.decided_by_name ?? '' },
    decided_at: item.decided_at?.toISOString() ?? null,
    needs_second: decision === 'REMOVE' ? item.needs_second : reading.isExceeding,
    agreed_by: item.agreed_by === null ? null : { id: item.agreed_by, name: item.agreed_by_name ?? '' },
    agreed_at: item.agreed_at?.toISOString() ?? null,
    agreed_reason: item.agreed_reason,
    own_part:
      item.decided_by === reading.caller.id
        ? 'decided'
        : item.agreed_by === reading.caller.id
          ? 'agreed'
          : null,
    overturned: item.overturned.map((each) => ({
      ...{ decision: each.decision, reason: each.reason, overturned_reason: each.overturned_reason },
      decided_by: each.decided_by_name,
      agreed_by: each.agreed_by_name,
      overturned_by: each.overturned_by_name,
      overturned_at: new Date(each.overturned_at).toISOString(),
    })),
    undecidable: undecidable(item, reading),
  }
}

function undecidable(
  { user_id }: StoredItem,
  { caller, mayDecide, isOpen }: Reading,
): ReviewItem['undecidable'] {
  if (!isOpen) return 'not_open'
  if (!mayDecide) return 'not_reviewer'
  return user_id === caller.id ? 'own' : null
}
