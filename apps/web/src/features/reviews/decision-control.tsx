import {
  lacksSecond,
  REVIEW_DECISIONS,
  type ReviewDecision,
  type ReviewItem,
} from '@backoffice/contract/reviews'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import type { RowKey } from '../../kit/list/row-keys.ts'
import { useDeciding } from './deciding.ts'
import { overturns } from './decision-parts.ts'
import { useDecide } from './decisions.ts'
import css from './items.module.css'
import { itemName } from './review-words.ts'

/** Decision of an item. Its buttons, which keys of the row press too, decide; the pressed one takes the decision back. */
export function DecisionControl({ item }: { item: ReviewItem }) {
  const { review, askReason } = useDeciding()
  const { run, isPending } = useDecide(review)
  if (item.undecidable === 'own') return <Others item={item} />
  if (item.undecidable !== null || !review.may_decide) return <ShownDecision item={item} />
  const choose = (decision: ReviewDecision) => {
    if (item.decision === decision && item.own_part !== null) run({ decision: null, items: [item] })
    else if (decision === 'KEEP' && item.decision === decision)
      toastFailed(`${item.decided_by?.name} already decided to keep it. Remove it to overturn that.`)
    else if (decision === 'KEEP' && !overturns(item, decision)) run({ decision, items: [item] })
    else askReason(item.id, decision)
  }
  const isPressed = (decision: ReviewDecision) =>
    item.decision === decision && (item.own_part !== null || !lacksSecond(item))
  const button = (decision: ReviewDecision) => (
    <PermissionGate permission="review:decide">
      <button
        type="button"
        data-decide={decision}
        aria-pressed={isPressed(decision)}
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && choose(decision)}
      >
        {REVIEW_DECISIONS[decision]}
      </button>
    </PermissionGate>
  )
  return (
    <fieldset className={css.decision} aria-label={`Decision about ${itemName(item)}`}>
      {button('KEEP')}
      {button('REMOVE')}
    </fieldset>
  )
}

/** A decision without a control: by another reviewer, or after the end. */
function ShownDecision({ item: { decision } }: { item: ReviewItem }) {
  if (decision === null) return <span className={css.quiet}>Undecided</span>
  return (
    <span className={css.decided} data-decision={decision}>
      {REVIEW_DECISIONS[decision]}
    </span>
  )
}

/** The reviewers who decide about the user's own access. */
function Others({ item }: { item: ReviewItem }) {
  const { review } = useDeciding()
  const names = review.reviewers.filter(({ id }) => id !== item.user.id).map(({ name }) => name)
  if (item.decision !== null) return <ShownDecision item={item} />
  return (
    <span className={css.others} title={names.join(', ')}>
      {names.join(' or ')} {names.length === 1 ? 'decides' : 'decide'}
    </span>
  )
}

/** Keys of a row. They press its buttons, and never take a decision back. */
export const DECISION_KEYS: readonly RowKey[] = [
  { key: 'k', label: 'Keep the access', run: (row) => press(row, 'KEEP') },
  { key: 'r', label: 'Remove the access', run: (row) => press(row, 'REMOVE') },
]

function press(row: HTMLElement, decision: ReviewDecision): void {
  row.querySelector<HTMLElement>(`[data-decide="${decision}"][aria-pressed="false"]`)?.click()
}
