import { type Review, reviewEndpoints } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useId, useState } from 'react'
import { usePermission } from '../../kit/access/permission.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { plural } from '../../kit/format/format-number.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { call } from '../../net/call.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTextUrl } from '../files/tracked/download.ts'
import { useExport } from '../files/tracked/export/export-button.tsx'
import css from './dialogs.module.css'
import { evidenceKeyQuery } from './reviews-queries.ts'

/** Loaded when needed, because few visits open one. */
const loadDialogs = {
  edit: async () => (await import('./edit-dialog.tsx')).EditDialog,
  cancel: async () => (await import('./cancel-dialog.tsx')).CancelDialog,
  finish: async () => (await import('./finish-dialog.tsx')).FinishDialog,
}

/** Exports the evidence of a review. Its manager can also edit, cancel and finish it. */
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

const KEY_FILE = 'evidence-key.pem'

/** Exports the evidence as a background job, and shows how to verify it outside. */
function EvidenceButton({ review: { id } }: { review: Review }) {
  const { isShown } = usePermission('review:view')
  const popover = usePopover()
  const { start, followed } = useExport(() => call(reviewEndpoints.evidence, { params: { id } }))
  if (!isShown) return null
  return (
    <>
      <PermissionGate permission="review:view">
        <Button
          {...popover.trigger}
          aria-haspopup="dialog"
          busy={start.isPending}
          icon={<Icon name="download" />}
        >
          Export evidence
        </Button>
      </PermissionGate>
      <Popover popover={popover} label="Export evidence" width="wide">
        <Evidence
          onExport={() => {
            popover.close()
            start.run()
          }}
        />
      </Popover>
      {followed}
    </>
  )
}

function Evidence({ onExport }: { onExport: () => void }) {
  const { data: key, error, isFetching, refetch } = useQuery(evidenceKeyQuery)
  const url = useTextUrl(key?.public_key, 'application/x-pem-file')
  return (
    <div className={css.evidence}>
      <p>
        A CSV file with every item and decision. Its last line is a signature, so that anyone can check it
        without this system.
      </p>
      {error && <ErrorNotice what="The key" error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {key === undefined && !error && <Skeleton width="100%" height={60} />}
      {key === null && <p>No key is configured, so evidence can’t be signed. Ask an operator to set one.</p>}
      {key && (
        <>
          <dl className={css.key}>
            <div>
              <dt>Fingerprint of the public key</dt>
              <dd>
                <code>{key.fingerprint}</code>
              </dd>
            </div>
            <div>
              <dt>To verify</dt>
              <dd>
                <code>npm run verify-evidence -- FILE --key {KEY_FILE}</code>
              </dd>
            </div>
          </dl>
          <div className={css.evidenceButtons}>
            <Button variant="primary" onClick={onExport}>
              Export CSV
            </Button>
            <a {...buttonVariant('plain')} href={url} download={KEY_FILE}>
              Download public key
            </a>
          </div>
        </>
      )}
    </div>
  )
}
