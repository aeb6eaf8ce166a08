import type { Review, ReviewItem } from '@backoffice/contract/endpoints/reviews'
import { type ReactNode, useState } from 'react'
import type { BulkActions } from '../../kit/list/bulk-actions.ts'
import { refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import { useLazyDialog } from '../../kit/use-lazy-dialog.ts'
import type { Undo } from '../../kit/use-write.ts'
import { type DecisionResult, useDecide } from './decisions.ts'
import { itemName } from './review-words.ts'
import { refreshReviews } from './reviews-queries.ts'

const loadRemove = async () => (await import('./remove-dialog.tsx')).RemoveDialog
const loadOutcomes = async () => (await import('../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Decisions about several selected items, with one reason. `onDone`: called if none was refused. */
export function useBulkDecisions(
  review: Review,
  onDone: () => void,
): { actions: BulkActions<ReviewItem>; dialog: ReactNode } {
  const [removed, setRemoved] = useState<readonly ReviewItem[]>()
  const [refused, setRefused] = useState<DecisionResult & { undo: Undo | undefined }>()
  const { run, send, isPending } = useDecide(review, {
    close(result, undo) {
      if (result.refusals.length === 0) return onDone()
      setRefused({ ...result, undo })
      void refreshReviews()
    },
  })
  const RemoveDialog = useLazyDialog(loadRemove, removed !== undefined, () => setRemoved(undefined))
  const OutcomesDialog = useLazyDialog(loadOutcomes, refused !== undefined, () => setRefused(undefined))
  const deciding = { permission: 'review:decide', isPending } as const
  return {
    actions: [
      { ...deciding, label: 'Keep', run: (items) => run({ decision: 'KEEP', items }) },
      { ...deciding, label: 'Remove…', isDangerous: true, run: setRemoved },
    ],
    dialog: (
      <>
        {removed && RemoveDialog && (
          <RemoveDialog
            items={removed}
            onRemove={(reason) => send({ decision: 'REMOVE', reason, items: removed })}
            onClose={() => setRemoved(undefined)}
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
