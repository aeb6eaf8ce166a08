import type { Permission } from '@backoffice/contract/access'
import type { ApprovalStatus } from '@backoffice/contract/approvals'
import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { useNavigate } from '@tanstack/react-router'
import { keepDraft } from '../../access/request/drafts.ts'
import { requestAccess } from '../../kit/access-request.ts'
import { linkTo } from '../../kit/link-to.ts'
import { Button } from '../../ui/button.tsx'
import css from './approvals.module.css'
import { screenOfRecord } from './requested-record.tsx'

/** Ends after which the requester may want the same again. */
const UNDONE: readonly ApprovalStatus[] = ['STALE', 'EXPIRED', 'FAILED', 'WITHDRAWN']

/** The footer of an own request that ended without effect. */
export function RequestAgain({ found }: { found: Approval }) {
  if (!found.is_own || !UNDONE.includes(found.status)) return null
  return (
    <footer className={css.footer}>
      <p>Nothing was changed.</p>
      <RequestAgainButton found={found} />
    </footer>
  )
}

type Props = {
  found: Approval
  /** Ends the request that still waits, because only one waits at a time. */
  withdraw?: () => void
}

/** Opens the dialog of temporary access with the values of the request, or the form in which the change was made. */
export function RequestAgainButton({ found, withdraw }: Props) {
  const navigate = useNavigate()
  const permission = found.impact?.gains.find(({ type }) => type === 'permission')?.name
  const path = pathOf(found)
  if (!found.requested_access && !path) return null
  const run = () => {
    withdraw?.()
    if (!found.requested_access || !permission) return void (path && navigate(linkTo(path)))
    const { id: access } = found.requested_access
    keepDraft(permission, {
      ...{ access, ...timeOf(found) },
      ...{ reason: found.reason ?? '', ticket_no: found.ticket_no ?? '' },
    })
    // A gained permission is one of the access table.
    requestAccess(permission as Permission)
  }
  return (
    <Button variant="primary" onClick={run}>
      Request again
    </Button>
  )
}

/** The duration if the dialog offers it; otherwise the user chooses a day. */
function timeOf({ requested_access }: Approval) {
  const hours = requested_access?.hours
  const duration = hours === 1 ? 'hour' : hours === 24 ? 'day' : hours === 7 * 24 ? 'week' : 'date'
  return { hours: duration } as const
}

function pathOf({ record, users }: Approval): string | undefined {
  if (record) return screenOfRecord(record)
  const isNew = users.length > 0 && users.every(({ role_before }) => role_before === null)
  if (!isNew) return undefined
  return `/users/users_list/${users.length === 1 ? 'create' : 'invite'}`
}
