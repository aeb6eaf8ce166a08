import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import type { ReviewItem } from '@backoffice/contract/endpoints/reviews'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { type ItemOutcome, runBulk } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { findUserAccess } from '../access/access.store.ts'
import { lockAccess } from '../access/access-lock.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { removeAssignment } from './remove-assignment.ts'
import { allowedReplacements } from './replacements.ts'
import {
  type Decision,
  keepRecentlyUsed,
  lockItem,
  removedPolicies,
  type StoredItem,
  saveDecision,
} from './review-items.store.ts'
import { noSuchReview, readReview, requireReview, toItem } from './review-replies.ts'
import { listReviewers } from './reviewers.store.ts'
import { type LockedReview, lockReview } from './reviews.store.ts'

type ReviewHandlers = Handlers<(typeof api)['reviews']>

export function decideHandler(): ReviewHandlers['decide'] {
  return async ({ params, body }, call) => {
    const { caller } = call
    requireComplete(body)
    return async (tx) => {
      await lockAccess(tx, caller, 'review:decide')
      const { id } = await lockForDecisions(tx, params.id, caller)
      const apply = (item: { id: string; version: number }) =>
        decideItem({ tx, caller, reviewId: id, body }, item)
      const { resource, ...result } = await runBulk({ tx, items: body.items, apply })
      if (body.decision === 'REMOVE')
        await requireRecentFor(
          tx,
          call,
          resource.items.flatMap(({ outcome, row }) => (outcome === 'done' && row ? [row.user.id] : [])),
        )
      if (!('audit' in result)) return { resource, unchanged: true }
      // The record is the review; the changes name the user.
      const ofReview = (entry: AuditEntry) => ({ ...entry, id })
      const [first, ...others] = result.audit
      return { resource, audit: [ofReview(first), ...others.map(ofReview)] }
    }
  }
}

export function keepUsedHandler(): ReviewHandlers['keepUsed'] {
  return async ({ params, body: { used_recently: shown } }, { caller }) =>
    async (tx) => {
      await lockAccess(tx, caller, 'review:decide')
      const { id } = await lockForDecisions(tx, params.id, caller)
      const { used_recently: now } = await requireReview(tx, id, caller)
      if (now.hash !== shown.hash || now.count !== shown.count)
        throw new HttpError('selection_changed', {
          detail:
            'The undecided items that were used recently are no longer those that were shown. Check them again.',
        })
      const kept = await keepRecentlyUsed(tx, id, caller)
      const resource = await readReview(tx, id, caller)
      if (kept === 0) return { resource, unchanged: true }
      return { resource, audit: [{ changes: { kept_as_used: [null, kept] } }] }
    }
}

type Body = HandlerInput<(typeof api)['reviews']['decide']>['body']

function requireComplete({ decision, reason, replacement_role_id }: Body): void {
  if (decision === 'REMOVE' && !reason) throw invalidField('reason', 'required', 'Enter Reason')
  if (decision !== 'REMOVE' && replacement_role_id !== undefined)
    throw invalidField('replacement_role_id', 'invalid', 'Only a role that is removed has a replacement.')
}

/** Locks an open review of which the caller is a reviewer. */
async function lockForDecisions(tx: Tx, reviewId: string, caller: Caller): Promise<LockedReview> {
  const review = await lockReview(tx, reviewId)
  if (!review) throw noSuchReview()
  if (!(await listReviewers(tx, review.id)).some(({ id }) => id === caller.id))
    throw new HttpError('not_reviewer')
  if (!review.is_open) throw new HttpError('review_ended')
  return review
}

type Deciding = { tx: Tx; caller: Caller; reviewId: string; body: Body }

async function decideItem(
  { tx, caller, reviewId, body }: Deciding,
  { id, version }: { id: string; version: number },
): Promise<ItemOutcome<ReviewItem>> {
  const item = await lockItem(tx, reviewId, id)
  if (!item) throw new HttpError('not_found', { detail: 'This item does not exist in the review.' })
  const toReply = (each: StoredItem) => toItem(each, { caller, mayDecide: true, isOpen: true })
  if (item.user_id === caller.id) throw new HttpError('own_review_item')
  const { decided_by_name } = item
  requireVersion(
    item.version,
    version,
    toReply(item),
    decided_by_name === null ? undefined : `${decided_by_name} decided about this in the meantime.`,
  )
  if (body.decision === null && item.decision === null) return { outcome: 'unchanged', row: toReply(item) }
  const decision = await decisionOf({ tx, caller, reviewId, body }, item)
  const saved = await saveDecision(tx, item.id, decision)
  return {
    outcome: 'done',
    row: toReply(saved),
    changes: {
      user: [null, item.user_name],
      access: [null, item.grant_name],
      decision: [item.decision, saved.decision],
      ...(saved.replacement_name !== null && { replacement: [null, saved.replacement_name] }),
    },
    ...(saved.reason !== null && { reason: saved.reason }),
  }
}

async function decisionOf({ tx, caller, body }: Deciding, item: StoredItem): Promise<Decision | null> {
  const { decision } = body
  if (decision === null) return null
  const { id, name } = caller
  const reason = body.reason ? maskCardNumbers(body.reason) : null
  const by = { id, name }
  if (decision === 'KEEP') return { decision, reason, replacement: null, by }
  const replacement = await replacementOf(tx, item, body.replacement_role_id)
  await requirePossible(tx, { ...item, replacement_id: replacement?.id ?? null, replacement_name: null }, id)
  return { decision, reason, replacement, by }
}

/** Null for what needs no replacement, and if the user no longer has the role. */
async function replacementOf(tx: Tx, item: StoredItem, roleId: string | undefined) {
  if (item.kind !== 'role' || item.temporary_id !== null) return null
  const lostPolicyIds = await removedPolicies(tx, item)
  const allowed = await allowedReplacements(tx, {
    userId: item.user_id,
    roleId: item.grant_id,
    lostPolicyIds,
  })
  const chosen = allowed.find(({ id, isDefault }) => (roleId === undefined ? isDefault : id === roleId))
  if (!chosen && roleId === undefined) throw new HttpError('no_replacement')
  if (!chosen)
    throw invalidField(
      'replacement_role_id',
      'not_less',
      `This role can’t replace theirs: it would give ${item.user_name} new access, remove none, or lift the need of an authenticator. Choose another.`,
    )
  return { id: chosen.id, name: chosen.name }
}

/** Tries the removal and undoes it. Throws if it would leave no administrator or too few deciders. */
async function requirePossible(
  tx: Tx,
  item: Parameters<typeof removeAssignment>[1],
  by: string,
): Promise<void> {
  // Temporary access does not count for them, and administrators are deciders too.
  const held = (await findUserAccess(tx, item.user_id))?.permanent
  if (item.temporary_id !== null || !held || !may(held, 'approval:decide')) return
  await sql`SAVEPOINT trial`.execute(tx)
  await removeAssignment(tx, item, by)
  await sql`ROLLBACK TO SAVEPOINT trial`.execute(tx)
}
