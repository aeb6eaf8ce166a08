import type { Review } from '@backoffice/contract/reviews'
import { type ComponentType, useId, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { plural } from '../../kit/format/format-number.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { EvidenceButton } from './evidence-button.tsx'

/** Few visits open one of them. */
const loadDialogs = {
  edit: async () => (await import('./edit-dialog.tsx')).EditDialog,
  cancel: async () => (await import('./cancel-dialog.tsx')).CancelDialog,
  finish: async () => (await import('./finish-dialog.tsx')).FinishDialog,
}

/** Actions of a review: its evidence, and for its manager changes and its end. */
export function ReviewActions({ review }: { review: Review }) {
  const [open, setOpen] = useState<keyof typeof loadDialogs>()
  return (
    <>
      <EvidenceButton review={review} />
      {review.status === 'OPEN' && (
        <>
          <PermissionGate permission="review:manage">
            <Button onClick={() => setOpen('edit')}>Edit</Button>
          </PermissionGate>
          <PermissionGate permission="review:manage">
            <Button variant="danger" onClick={() => setOpen('cancel')}>
              Cancel review…
            </Button>
          </PermissionGate>
          <FinishButton review={review} onFinish={() => setOpen('finish')} />
        </>
      )}
      {open && (
        <LazyDialog key={open} load={loadDialogs[open]} review={review} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

type DialogProps = { review: Review; onClose: () => void }

function LazyDialog({ load, ...props }: DialogProps & { load: () => Promise<ComponentType<DialogProps>> }) {
  const Dialog = useLazyDialog(load, true, props.onClose)
  return Dialog && <Dialog {...props} />
}

/** Blocked as on the server, by undecided items, and for the user who made all removals. */
function FinishButton({ review, onFinish }: { review: Review; onFinish: () => void }) {
  const { undecided } = review.counts
  const id = useId()
  const are = undecided === 1 ? 'is' : 'are'
  const [blocked, remedy] =
    undecided > 0
      ? [
          `${plural(undecided, 'item')} ${are} undecided`,
          'Decide them first, or let the review end when due.',
        ]
      : review.made_all_removals
        ? [
            'You alone decided all removals',
            'Another user who manages reviews finishes this one, or it ends when due.',
          ]
        : []
  return (
    <>
      <PermissionGate permission="review:manage">
        <Button
          variant="primary"
          title={blocked}
          aria-disabled={blocked ? true : undefined}
          aria-describedby={blocked && id}
          onClick={() => (blocked ? toastFailed(`${blocked}. ${remedy}`) : onFinish())}
        >
          Finish review
        </Button>
      </PermissionGate>
      {blocked && (
        <span id={id} hidden>
          {blocked}
        </span>
      )}
    </>
  )
}
