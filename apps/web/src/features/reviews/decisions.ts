import { MAX_REASON_CHARS } from '@backoffice/contract/approvals'
import {
  lacksSecond,
  type Review,
  type ReviewDecision,
  type ReviewItem,
  reviewEndpoints,
} from '@backoffice/contract/reviews'
import { createContext, useContext } from 'react'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useWrite, type Write } from '../../kit/form/use-write.ts'
import { type BulkOutcome, outcomesOf } from '../../kit/record/bulk-outcomes.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { describeItems, itemName } from './review-words.ts'
import { refreshCounts, refreshReviews, storeItems } from './reviews-queries.ts'

export type Choice =
  | { decision: 'KEEP' | null; reason?: string }
  | { decision: 'REMOVE'; reason: string; replacement_role_id?: string }
export type Decision = Choice & { items: readonly ReviewItem[] }
export type DecisionResult = BulkOutcome<ReviewItem> & { decision: Decision }

type Options = Pick<Write<Decision, DecisionResult>, 'close'>

/** Saves decisions about one or several items, with an undo. */
export function useDecide({ id }: Pick<Review, 'id'>, { close }: Options = {}) {
  return useWrite({
    run: (decision: Decision) => decide(id, decision),
    successText,
    undo: ({ decision, written }) => {
      // The decision of another reviewer cannot be made again for them.
      const isOwn = (item: ReviewItem) => decision.decision === null || !overturns(item, decision.decision)
      const before = decision.items.filter(
        (item) => isOwn(item) && written.some((each) => each.id === item.id),
      )
      if (before.length === 0) return undefined
      return () => restore(id, before, written)
    },
    store: ({ written }) => storeItems(id, written),
    // After a refusal also the items, which another reviewer has probably decided.
    refresh: (error) => (error === undefined ? refreshCounts(id) : refreshReviews()),
    close: close ?? reportRefusals,
    refusalText: ({ refusals }) => refusals[0]?.reason,
  })
}

function reportRefusals({ refusals: [first] }: DecisionResult): void {
  if (!first) return
  toastFailed(`${first.name}: ${first.reason}`)
  void refreshReviews()
}

const VERBS = { KEEP: 'Kept', REMOVE: 'To be removed' } as const

function successText({ decision, written }: DecisionResult): string | undefined {
  if (written.length === 0) return undefined
  const words = describeItems(written)
  if (written.every(lacksSecond)) return `To be removed if a second reviewer agrees: ${words}`
  return decision.decision === null ? `Undecided again: ${words}` : `${VERBS[decision.decision]}: ${words}`
}

/** Reports refused items in the result; a call that is refused as a whole throws. */
async function decide(id: string, decision: Decision): Promise<DecisionResult> {
  const { items, ...choice } = decision
  const body = { ...choice, items: items.map(({ id, version }) => ({ id, version })) }
  const reply = await call(reviewEndpoints.decide, { params: { id }, body })
  return { decision, ...outcomesOf(items, reply.items, itemName) }
}

/** Restores the decisions that items had before; each call has items of the same decision. */
async function restore(
  id: string,
  before: readonly ReviewItem[],
  written: readonly ReviewItem[],
): Promise<string> {
  const groups = Map.groupBy(before, (item) => JSON.stringify(choiceOf(item)))
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const items = group.map((item) => ({ ...item, version: versionOf(item, written) }))
    const result = await decide(id, { ...choiceOf(first), items })
    storeItems(id, result.written)
    const [refused] = result.refusals
    if (refused) throw new ApiError(409, { code: 'refused', detail: `${refused.name}: ${refused.reason}` })
  }
  return `Undone: ${describeItems(before)}`
}

const versionOf = ({ id, version }: ReviewItem, written: readonly ReviewItem[]) =>
  written.find((each) => each.id === id)?.version ?? version

function choiceOf({ decision, reason, replacement, own_part }: ReviewItem): Choice {
  // If the user had no part in it, theirs is withdrawn.
  if (own_part === null) return { decision: null }
  if (decision !== 'REMOVE') return { decision }
  return { decision, reason: reason ?? '', ...(replacement && { replacement_role_id: replacement.id }) }
}

type Parts = Pick<ReviewItem, 'decision' | 'decided_by' | 'agreed_by' | 'own_part'>

/** Names of the other reviewers who made the current decision. */
function otherDeciders({ decided_by, agreed_by, own_part }: Parts): string[] {
  const decided = own_part === 'decided' ? null : decided_by
  const agreed = own_part === 'agreed' ? null : agreed_by
  return [decided, agreed].flatMap((each) => each?.name ?? [])
}

/** True if this decision would replace that of another reviewer, which needs a reason. */
export const overturns = (item: Parts, decision: ReviewDecision) =>
  item.decision !== null && item.decision !== decision && otherDeciders(item).length > 0

/** True if the user would agree to the removal of another reviewer. */
export const agrees = (item: Parts) =>
  item.decision === 'REMOVE' && item.own_part === null && item.agreed_by === null

/** `1 of 2 reviewers`, and undefined for a decision of one. */
export function reviewersText(item: ReviewItem): string | undefined {
  if (item.decision !== 'REMOVE') return undefined
  if (lacksSecond(item)) return '1 of 2 reviewers'
  return item.agreed_by === null ? undefined : '2 reviewers'
}

/** Consequences of a decision, for the user who is about to make it. */
export function consequences(item: ReviewItem, decision: ReviewDecision): string {
  const others = otherDeciders(item).join(' and ')
  if (overturns(item, decision))
    return `This overturns the decision of ${others}. They are sent your reason by email.`
  if (decision === 'KEEP') return 'The access stays.'
  if (agrees(item)) return `${others} decided to remove it. You agree as the second reviewer.`
  return item.needs_second
    ? `Removed when the review ends, if a second reviewer agrees: ${item.user.name} has permissions that you don’t have.`
    : 'Removed when the review ends.'
}

/** Review of the shown items, with functions that open and close their forms. */
export type Deciding = {
  review: Review
  /** Opens the form of a decision that needs a reason below its row. */
  askReason: (itemId: string, decision: ReviewDecision) => void
  /** Closes the form and focuses its row. */
  closeForm: (itemId: string) => void
}

export const DecidingContext = createContext<Deciding | undefined>(undefined)

export function useDeciding(): Deciding {
  const deciding = useContext(DecidingContext)
  if (!deciding) throw new Error('Items are shown outside their review.')
  return deciding
}

/** The reason of a decision or a cancellation. */
export const REASON_FIELD = {
  reason: { label: 'Reason', rules: `required|max:${MAX_REASON_CHARS}` },
} as const
