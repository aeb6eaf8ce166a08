import type { Review, ReviewDecision, ReviewItem } from '@backoffice/contract/reviews'
import { type ReactNode, useState } from 'react'
import type { Undo } from '../../kit/form/use-write.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import type { BulkActions } from '../../kit/list/bulk-bar.tsx'
import { refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import { overturns } from './decision-parts.ts'
import { type DecisionResult, useDecide } from './decisions.ts'
import { itemName } from './review-words.ts'
import { refreshReviews } from './reviews-queries.ts'

const loadDecision = async () => (await import('./decision-dialog.tsx')).DecisionDialog
const loadOutcomes = async () => (await import('../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Decisions about several selected items, with one reason if they need it. `onDone`: called if none was refused. */
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
