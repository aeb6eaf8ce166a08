import type { Approval } from '@backoffice/contract/approvals'
import { useNavigate } from '@tanstack/react-router'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { Button } from '../../ui/button.tsx'
import { useIsOutdated } from './approval-checks.tsx'
import { endText, isReview } from './approval-words.ts'
import css from './approvals.module.css'
import { useDecisions } from './decisions.tsx'
import { againText, RequestAgain, RequestAgainButton } from './request-again.tsx'
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
