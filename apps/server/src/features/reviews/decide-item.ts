import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import { neededToChange } from '@backoffice/contract/exceeding'
import type { ReviewDecision, ReviewItem } from '@backoffice/contract/reviews'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Changes } from '../../kernel/audit.ts'
import type { ItemOutcome } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { requireVersion } from '../../kernel/version.ts'
import { findUserAccess } from '../access/access.store.ts'
import { mayBeOne } from '../access/deciders.store.ts'
import { missingToManage } from '../access/exceeding.ts'
import { allowedReplacements, removeAssignment } from './remove-assignment.ts'
import { lockItem, removedPolicies, type StoredItem } from './review-items.store.ts'
import { toItem } from './review-replies.ts'
import { insertOverturned, leaveToSecond, saveAgreement, saveDecision } from './reviewers.store.ts'

export type Deciding = {
  tx: Tx
  caller: Caller
  /** Access permissions of the caller (`neededToChange`). */
  held: string[]
  /** The caller, and users who created their account, because it may be their second one. */
  ownIds: readonly string[]
  reviewId: string
  body: HandlerInput<(typeof api)['reviews']['decide']>['body']
}

/** Decision that another reviewer has replaced. `reviewers` had made it. */
export type OverturnedItem = { before: StoredItem; after: StoredItem; reviewers: readonly string[] }

export async function decideItem(
  deciding: Deciding,
  { id, version }: { id: string; version: number },
  onOverturned: (overturned: OverturnedItem) => void,
): Promise<ItemOutcome<ReviewItem>> {
  const { tx, caller, reviewId, body } = deciding
  const item = await lockItem(tx, reviewId, id)
  if (!item) throw new HttpError('not_found', { detail: 'This item does not exist in the review.' })
  const toReply = async (each: StoredItem) => {
    const exceeding = await missingToManage(tx, deciding.held, each.user_id)
    return toItem(each, { caller, mayDecide: true, isOpen: true, isExceeding: exceeding.length > 0 })
  }
  if (deciding.ownIds.includes(item.user_id)) throw new HttpError('own_review_item')
  const { decided_by_name } = item
  requireVersion(
    item.version,
    version,
    await toReply(item),
    decided_by_name === null ? undefined : `${decided_by_name} decided about this in the meantime.`,
  )
  const choice = { decision: body.decision, replacement_id: body.replacement_role_id }
  const next = nextDecision(item, choice, caller.id)
  if (next.kind === 'agree' && (await mayBeOne(tx, item.decided_by ?? '', caller.id)))
    throw new HttpError('own_agreement')
  if (next.kind === 'unchanged') return { outcome: 'unchanged', row: await toReply(item) }
  const reviewers = next.kind === 'decide' ? next.overturned : []
  if (reviewers.length > 0)
    await insertOverturned(tx, item, { by: caller, reason: requireReason(item, body) })
  const saved = await save(deciding, item, next)
  if (reviewers.length > 0) onOverturned({ before: item, after: saved, reviewers })
  return {
    outcome: 'done',
    row: await toReply(saved),
    changes: changesOf(item, saved),
    ...withReason(next, body),
  }
}

function changesOf(before: StoredItem, after: StoredItem): Changes {
  const isAnotherAgreement = before.agreed_by_name !== after.agreed_by_name
  const isOthers = before.decision !== null && before.decided_by !== after.decided_by
  return {
    user: [null, before.user_name],
    access: [null, before.grant_name],
    decision: [before.decision, after.decision],
    ...(after.replacement_name !== null && { replacement: [null, after.replacement_name] as const }),
    ...(isOthers && { decided_by: [before.decided_by_name, after.decided_by_name] as const }),
    ...(isAnotherAgreement && { agreed_by: [before.agreed_by_name, after.agreed_by_name] as const }),
  }
}

function requireReason({ decided_by_name }: StoredItem, body: Deciding['body']): string {
  const reason = statedReason(body)
  if (reason === null)
    throw invalidField('reason', 'required', `Enter Reason: it overturns a decision of ${decided_by_name}.`)
  return reason
}

const statedReason = ({ reason }: Deciding['body']) => (reason ? maskCardNumbers(reason) : null)

function withReason({ kind }: NextDecision, body: Deciding['body']): { reason?: string } {
  const reason = kind === 'decide' || kind === 'agree' ? statedReason(body) : null
  return reason === null ? {} : { reason }
}

async function save(deciding: Deciding, item: StoredItem, next: NextDecision): Promise<StoredItem> {
  const { tx, caller, held, body } = deciding
  const by = { id: caller.id, name: caller.name }
  const reason = statedReason(body)
  if (next.kind === 'withdraw') return saveAgreement(tx, item, null)
  if (next.kind === 'leave') return leaveToSecond(tx, item, await accessOfSecond(tx, item))
  if (body.decision !== 'REMOVE')
    return saveDecision(tx, item, body.decision && { decision: body.decision, reason, by, held })
  const replacement = await replacementOf(
    tx,
    item,
    next.kind === 'agree' ? (item.replacement_id ?? undefined) : body.replacement_role_id,
  )
  const assignment = { ...item, replacement_id: replacement?.id ?? null, replacement_name: null }
  await requirePossible(tx, assignment, caller.id)
  if (next.kind === 'agree') return saveAgreement(tx, item, { by, reason: reason ?? '' })
  const exceeding = await missingToManage(tx, held, item.user_id)
  return saveDecision(tx, item, {
    ...{ decision: 'REMOVE', reason, replacement, by, held },
    needsSecond: exceeding.length > 0,
    keepsAgreement: next.kind === 'decide' && next.keepsAgreement,
  })
}

/** Access of the second reviewer now, as the only one who is left. */
async function accessOfSecond(tx: Tx, { agreed_by, user_id }: StoredItem) {
  const access = agreed_by === null ? undefined : await findUserAccess(tx, agreed_by)
  const held = access ? neededToChange(access.permanent, 'manage') : []
  return { held, needsSecond: (await missingToManage(tx, held, user_id)).length > 0 }
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

type Current = {
  decision: ReviewDecision | null
  replacement_id: string | null
  replacement_name: string | null
  decided_by: string | null
  agreed_by: string | null
}

/** `replacement_id` is undefined if not chosen. */
type Choice = { decision: ReviewDecision | null; replacement_id: string | undefined }

/**
 * Effect of a reviewer's choice. With `agree` they are the second reviewer of the removal, with `withdraw` no longer.
 * With `leave` they take back their own removal, and the second becomes the first. With `decide` their decision
 * replaces the current one, with `overturned`, the other reviewers who had decided or agreed.
 */
type NextDecision =
  | { kind: 'unchanged' | 'agree' | 'withdraw' | 'leave' }
  | { kind: 'decide'; overturned: readonly string[]; keepsAgreement: boolean }

/** One reviewer's choice about an item that may already have the decision of others. */
export function nextDecision(current: Current, choice: Choice, by: string): NextDecision {
  const { decision, decided_by: first, agreed_by: second } = current
  const others = [first, second].filter((each) => each !== null && each !== by) as string[]
  const decide = (overturned: readonly string[], keepsAgreement = false) =>
    ({ kind: 'decide', overturned, keepsAgreement }) as const
  if (decision === null) return choice.decision === null ? { kind: 'unchanged' } : decide([])
  if (choice.decision === null) {
    if (by === second) return { kind: 'withdraw' }
    return by === first && second !== null ? { kind: 'leave' } : decide(others)
  }
  if (choice.decision !== decision) return decide(others)
  if (decision === 'KEEP') return by === first ? decide([]) : { kind: 'unchanged' }
  // Others agree to the replacement unless they choose another one; without a choice the first reviewer has the
  // default.
  const isDefault = [null, DEFAULT_REPLACEMENT].includes(current.replacement_name)
  const isSame =
    choice.replacement_id === undefined
      ? by !== first || isDefault
      : choice.replacement_id === current.replacement_id
  if (!isSame) return decide(others)
  if (by === first) return decide([], true)
  return second === null || by === second ? { kind: 'agree' } : { kind: 'unchanged' }
}
