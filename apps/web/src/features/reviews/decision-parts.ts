import { lacksSecond, type ReviewDecision, type ReviewItem } from '@backoffice/contract/reviews'

type Parts = Pick<ReviewItem, 'decision' | 'decided_by' | 'agreed_by' | 'own_part'>

/** Names of the other reviewers who made the current decision. */
export function otherDeciders({ decided_by, agreed_by, own_part }: Parts): string[] {
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
