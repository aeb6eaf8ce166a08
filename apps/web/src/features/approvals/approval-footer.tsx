import type { Permission } from '@backoffice/contract/access'
import type { Approval, ApprovalStatus } from '@backoffice/contract/approvals'
import { useNavigate } from '@tanstack/react-router'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { requestAccess } from '../../kit/feedback/refusal-notice.tsx'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { Button } from '../../ui/button.tsx'
import { keepDraft } from '../access/requests/drafts.ts'
import { useIsOutdated } from './approval-checks.tsx'
import { endText, isReview } from './approval-words.ts'
import css from './approvals.module.css'
import { useDecisions } from './decisions.tsx'
import { recordNoun, screenOfRecord } from './requested-record.tsx'
import { APPROVALS } from './requests/approval-queries.ts'

type Props = {
  found: Approval
  /** The request that opens after a decision. */
  nextId: string | undefined
}

/** The actions of a pending request, or of its requester once it has ended without effect. */
export function ApprovalFooter({ found, nextId }: Props) {
  const isPending = found.status === 'PENDING'
  if (isPending)
    return found.undecidable === 'own' ? <OwnRequest found={found} /> : <Decision {...{ found, nextId }} />
  return <RequestAgain found={found} />
}

function OwnRequest({ found }: { found: Approval }) {
  const { dialog, isPending, withdraw } = useDecisions()
  const isOutdated = useIsOutdated(found)
  return (
    <footer className={css.footer}>
      <p>{isOutdated ? againText(found) : endText(found)}</p>
      {isOutdated && <RequestAgainButton found={found} withdraw={() => withdraw(found)} />}
      {!isReview(found) && (
        <Button busy={isPending} onClick={() => withdraw(found)}>
          Withdraw request
        </Button>
      )}
      {dialog}
    </footer>
  )
}

function Decision({ found, nextId }: Props) {
  const navigate = useNavigate()
  const openNext = () => nextId !== undefined && void navigate(recordLink(APPROVALS, nextId))
  const { dialog, isPending, approve, reject, dismiss } = useDecisions({ onDone: openNext })
  const isOutdated = useIsOutdated(found)
  if (found.undecidable !== null) return dialog
  if (isOutdated)
    return (
      <footer className={css.footer}>
        <p>Dismiss ends the request without a change. {found.requested_by.name} can request it again.</p>
        <PermissionGate permission="approval:decide">
          <Button variant="primary" busy={isPending} onClick={() => dismiss(found)}>
            Dismiss
          </Button>
        </PermissionGate>
        {dialog}
      </footer>
    )
  return (
    <footer className={css.footer}>
      <p>
        {isReview(found)
          ? '“Mark as reviewed” records that you read this. It does not end or undo anything.'
          : 'Approving applies the change at once.'}
      </p>
      <PermissionGate permission="approval:decide">
        <Button variant="danger" busy={isPending} onClick={() => reject([found])}>
          Reject…
        </Button>
      </PermissionGate>
      <PermissionGate permission="approval:decide">
        <Button variant="primary" busy={isPending} onClick={() => approve([found])}>
          {isReview(found) ? 'Mark as reviewed' : 'Approve'}
        </Button>
      </PermissionGate>
      {dialog}
    </footer>
  )
}

/** Ends after which the requester may want the same again. */
const UNDONE: readonly ApprovalStatus[] = ['STALE', 'EXPIRED', 'FAILED', 'WITHDRAWN']

/** The footer of an own request that ended without effect. */
function RequestAgain({ found }: { found: Approval }) {
  if (!found.is_own || !UNDONE.includes(found.status)) return null
  return (
    <footer className={css.footer}>
      <p>Nothing was changed. {againText(found)}</p>
      <RequestAgainButton found={found} />
    </footer>
  )
}

type RequestAgainProps = {
  found: Approval
  /** Ends the request that still waits, because only one waits at a time. */
  withdraw?: () => void
}

/**
 * Opens the dialog of temporary access with the values of the request. For other changes, opens the form in which the
 * change was made, where it is made again, because the request keeps no values that a form could take.
 */
function RequestAgainButton({ found, withdraw }: RequestAgainProps) {
  const navigate = useNavigate()
  const permission = found.impact?.gains.find(({ type }) => type === 'permission')?.name
  const path = pathOf(found)
  if (!found.requested_access && !path) return null
  const isFilledIn = Boolean(found.requested_access && permission)
  const run = () => {
    withdraw?.()
    if (!found.requested_access || !permission) return void (path && navigate(linkTo(path)))
    const { id: access } = found.requested_access
    keepDraft(permission, {
      ...{ access, ...timeOf(found) },
      ...{ reason: found.reason ?? '', ticket_no: found.ticket_no ?? '' },
    })
    // A gained permission is always in the access table.
    requestAccess(permission as Permission)
  }
  return (
    <Button variant="primary" onClick={run}>
      {isFilledIn ? 'Request again' : `${withdraw ? 'Withdraw and open' : 'Open'} ${placeOf(found)}`}
    </Button>
  )
}

/** Help for the requester of a request that can’t be applied any more. */
function againText(found: Approval): string {
  if (found.requested_access) return 'You can request it again.'
  return pathOf(found)
    ? `To request it again, make the change again ${found.record ? 'on the page of' : 'in'} the ${placeOf(found)}.`
    : ''
}

/** `role`, the record of the change; the form of new users. */
function placeOf({ record }: Approval): string {
  return record ? recordNoun(record) : 'form of new users'
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
