import { type Review, reviewEndpoints } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../kit/access/permission.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { call } from '../../net/call.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useExport } from '../files/tracked/export/use-export.tsx'
import { useTextUrl } from '../files/tracked/use-text-url.ts'
import css from './dialogs.module.css'
import { evidenceKeyQuery } from './reviews-queries.ts'

const KEY_FILE = 'evidence-key.pem'

/** Exports the evidence as a background job, and says how to verify it outside. */
export function EvidenceButton({ review: { id } }: { review: Review }) {
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
