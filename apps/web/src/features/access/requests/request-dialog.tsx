import type { Permission } from '@backoffice/contract/access'
import { APPROVAL_EXPIRES_AFTER_HOURS } from '@backoffice/contract/approvals'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { openDialog } from '../../../kit/lazy/open-dialog.tsx'
import { queryClient } from '../../../net/query-client.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Dialog, DialogHead } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { requestPath } from '../../approvals/requests/approval-queries.ts'
import { accessOptionsQuery } from './access-requests.ts'
import { BreakGlassForm } from './break-glass-form.tsx'
import { dropDraft } from './drafts.ts'
import css from './request.module.css'
import { RequestForm } from './request-form.tsx'
import { Missing } from './request-parts.tsx'

/** Opens the dialog above any screen. `open` opens a path. */
export async function openAccessRequest(permission: Permission, open: (path: string) => void): Promise<void> {
  const outcome = await openDialog<'closed' | 'taken'>((settle) => (
    <QueryClientProvider client={queryClient}>
      <RequestDialog
        permission={permission}
        open={open}
        onClose={() => settle('closed')}
        onTaken={() => settle('taken')}
      />
    </QueryClientProvider>
  ))
  if (outcome === 'taken') dropDraft(permission)
}

type Props = {
  permission: Permission
  open: (path: string) => void
  onClose: () => void
  /** Called instead of `onClose` after break-glass access has started. */
  onTaken: () => void
}

const TITLES = {
  request: 'Request access',
  sent: 'Request sent',
  'break-glass': 'Break-glass access',
} as const

/** Requests temporary access that includes a permission. */
function RequestDialog({ permission, open, onClose, onTaken }: Props) {
  const { data, error, isFetching, refetch } = useQuery(accessOptionsQuery(permission))
  const lastingError = useLastingError({ error, data })
  const [sentId, setSentId] = useState<string>()
  const [isBreakGlass, setBreakGlass] = useState(false)
  const title = TITLES[sentId !== undefined ? 'sent' : isBreakGlass ? 'break-glass' : 'request']
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      {sentId !== undefined ? (
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
        isBreakGlass ? (
          <BreakGlassForm options={data} open={open} onTaken={onTaken} onBack={() => setBreakGlass(false)} />
        ) : (
          <RequestForm
            options={data}
            onSent={setSentId}
            onBreakGlass={() => setBreakGlass(true)}
            onClose={onClose}
          />
        )
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

type SentProps = Pick<Props, 'permission' | 'open' | 'onClose'> & { id: string }

function Sent({ id, permission, open, onClose }: SentProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    dropDraft(permission)
    link.current?.focus()
  }, [permission])
  return (
    <div className={css.body}>
      <p role="status" className={css.words}>
        You get a notification when it is decided. That has to happen within {APPROVAL_EXPIRES_AFTER_HOURS}{' '}
        hours, and before the access would end.
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
