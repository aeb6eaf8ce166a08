import type { Permission } from '@backoffice/contract/access'
import { APPROVAL_EXPIRES_AFTER_HOURS } from '@backoffice/contract/approvals'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { openDialog } from '../../kit/open-dialog.tsx'
import { queryClient } from '../../net/query-client.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { accessOptionsQuery, requestPath } from './access-requests.ts'
import css from './request.module.css'
import { dropDraft, RequestForm } from './request-form.tsx'
import { Missing } from './request-parts.tsx'

/** Opens the dialog above any screen. `open`: opens a path. */
export function openAccessRequest(permission: Permission, open: (path: string) => void): Promise<void> {
  return openDialog<void>((settle) => (
    <QueryClientProvider client={queryClient}>
      <RequestDialog permission={permission} open={open} onClose={() => settle()} />
    </QueryClientProvider>
  ))
}

type Props = { permission: Permission; open: (path: string) => void; onClose: () => void }

/** Requests a role or policy with a permission, for a time. */
export function RequestDialog({ permission, open, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(accessOptionsQuery(permission))
  const lastingError = useLastingError({ error, data })
  const [sentId, setSentId] = useState<string>()
  const isSent = sentId !== undefined
  return (
    <Dialog label={isSent ? 'Request sent' : 'Request access'} onClose={onClose}>
      <DialogHead title={isSent ? 'Request sent' : 'Request access'} onClose={onClose} />
      {isSent ? (
        <Sent id={sentId} permission={permission} open={open} onClose={onClose} />
      ) : lastingError ? (
        <div className={css.body}>
          <ErrorNotice
            what="The choices"
            error={lastingError}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : !data ? (
        <div className={css.body} role="status" aria-busy="true">
          <span className="visually-hidden">Loading</span>
          <Skeleton width="100%" height={40} />
          <Skeleton width="100%" height={150} />
          <Skeleton width="100%" height={72} />
        </div>
      ) : data.choices.length > 0 ? (
        <RequestForm options={data} onSent={setSentId} onClose={onClose} />
      ) : (
        <div className={css.body}>
          <Missing options={data} />
          <Notice tone="info">
            {data.module.held && data.action_held
              ? 'You already have this access. Reload the page to use it.'
              : 'No role or policy includes it. Ask an access administrator.'}
          </Notice>
          <div className={css.buttons}>
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

type SentProps = Props & { id: string }

function Sent({ id, permission, open, onClose }: SentProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    dropDraft(permission)
    link.current?.focus()
  }, [permission])
  return (
    <div className={css.body}>
      <p role="status" className={css.words}>
        You get a notification when it is decided. The request expires after {APPROVAL_EXPIRES_AFTER_HOURS}{' '}
        hours.
      </p>
      <div className={css.buttons}>
        <Button onClick={onClose}>Close</Button>
        {/* The dialog is outside of the router. */}
        <a
          ref={link}
          href={requestPath(id)}
          {...buttonVariant('primary')}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onClose()
            open(requestPath(id))
          }}
        >
          View request
        </a>
      </div>
    </div>
  )
}
