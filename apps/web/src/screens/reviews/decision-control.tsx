import type { ReviewItem } from '@backoffice/contract/endpoints/reviews'
import { REVIEW_DECISIONS } from '@backoffice/contract/reviews'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useDeciding } from './deciding.ts'
import { useDecide } from './decisions.ts'
import css from './items.module.css'
import { itemName } from './review-words.ts'

/** Decision of an item. Its buttons, which keys of the row press too, decide; the pressed one takes the decision back. */
export function DecisionControl({ item }: { item: ReviewItem }) {
  const { review, askToRemove } = useDeciding()
  const { run, isPending } = useDecide(review)
  if (item.undecidable === 'own') return <Others item={item} />
  if (item.undecidable !== null || !review.may_decide) return <ShownDecision item={item} />
  const choose = (decision: 'KEEP' | 'REMOVE') => {
    if (item.decision === decision) run({ decision: null, items: [item] })
    else if (decision === 'KEEP') run({ decision, items: [item] })
    else askToRemove(item.id)
  }
  const button = (decision: 'KEEP' | 'REMOVE') => (
    <PermissionGate permission="review:decide">
      <button
        type="button"
        data-decide={decision}
        aria-pressed={item.decision === decision}
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
      Decided by {names.join(' or ')}
    </span>
  )
}

/** Presses the button of a row for its key. A key never takes a decision back. */
export function pressDecision(event: React.KeyboardEvent): void {
  const decision = { k: 'KEEP', r: 'REMOVE' }[event.key.toLowerCase()]
  if (!decision || event.shiftKey || !(event.target instanceof Element)) return
  event.preventDefault()
  const row = event.target.closest('tr')
  const button = row?.querySelector<HTMLElement>(`[data-decide="${decision}"]`)
  if (button?.getAttribute('aria-pressed') === 'false') button.click()
}
