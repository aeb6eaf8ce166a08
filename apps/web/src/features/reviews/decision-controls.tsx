import {
  lacksSecond,
  REVIEW_DECISIONS,
  type Review,
  type ReviewDecision,
  type ReviewItem,
} from '@backoffice/contract/reviews'
import { type ReactNode, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import type { Undo } from '../../kit/form/use-write.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import type { BulkActions } from '../../kit/list/bulk-bar.tsx'
import type { RowKey } from '../../kit/list/row-keys.ts'
import { refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import { type DecisionResult, overturns, useDecide, useDeciding } from './decisions.ts'
import css from './items.module.css'
import { itemName } from './review-words.ts'
import { refreshReviews } from './reviews-queries.ts'

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

/** A decision without a control, made by another reviewer or shown after the end. */
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

const loadDecision = async () => (await import('./decision-dialog.tsx')).DecisionDialog
const loadOutcomes = async () => (await import('../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Decisions about several selected items, with one reason if they need it. Calls `onDone` if none was refused. */
export function useBulkDecisions(
  review: Review,
  onDone: () => void,
): { actions: BulkActions<ReviewItem>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ decision: ReviewDecision; items: readonly ReviewItem[] }>()
  const [refused, setRefused] = useState<DecisionResult & { undo: Undo | undefined }>()
  const { run, send, isPending } = useDecide(review, {
    close(result, undo) {
      if (result.refusals.length === 0) return onDone()
      setRefused({ ...result, undo })
      void refreshReviews()
    },
  })
  const DecisionDialog = useLazyDialog(loadDecision, asked !== undefined, () => setAsked(undefined))
  const OutcomesDialog = useLazyDialog(loadOutcomes, refused !== undefined, () => setRefused(undefined))
  const keep = (items: readonly ReviewItem[]) =>
    items.some((item) => overturns(item, 'KEEP'))
      ? setAsked({ decision: 'KEEP', items })
      : run({ decision: 'KEEP', items })
  const deciding = { permission: 'review:decide', isPending } as const
  return {
    actions: [
      { ...deciding, label: 'Keep', run: keep },
      {
        ...deciding,
        label: 'Remove…',
        isDangerous: true,
        run: (items) => setAsked({ decision: 'REMOVE', items }),
      },
    ],
    dialog: (
      <>
        {asked && DecisionDialog && (
          <DecisionDialog
            {...asked}
            onDecide={(reason) => send({ ...asked, reason })}
            onClose={() => setAsked(undefined)}
          />
        )}
        {refused && OutcomesDialog && (
          <OutcomesDialog
            title={refusedTitle(refused, 'item', 'decided')}
            refusals={refused.refusals}
            done={refused.written.map(itemName)}
            undo={refused.undo}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}
