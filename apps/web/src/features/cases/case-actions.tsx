import { type CaseDetail, canCaseTransition, isOpenCase } from '@backoffice/contract/cases'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { Button } from '../../ui/button.tsx'
import { MARK_SENT } from './bulk-steps.ts'
import { useCaseSteps } from './case-steps.tsx'

/** Steps that the state of the case allows; the usual next one is the primary button. */
export function CaseActions({ found }: { found: CaseDetail }) {
  const { dialog, isPending, ...steps } = useCaseSteps()
  const { status } = found
  if (canCaseTransition(status, 'reopen'))
    return (
      <>
        <PermissionGate permission="case:resolve">
          <Button busy={isPending} onClick={() => steps.reopen([found])}>
            Reopen…
          </Button>
        </PermissionGate>
        {dialog}
      </>
    )
  // Of a newer release.
  if (!isOpenCase(status)) return null
  return (
    <>
      <PermissionGate permission="case:assign">
        <Button busy={isPending} onClick={() => steps.assign([found])}>
          Assign
        </Button>
      </PermissionGate>
      <PermissionGate permission="case:resolve">
        <Button variant="danger" busy={isPending} onClick={() => steps.reject([found])}>
          Reject…
        </Button>
      </PermissionGate>
      <PermissionGate permission="case:resolve">
        <Button
          variant={status === 'SENT' ? 'primary' : 'plain'}
          busy={isPending}
          onClick={() => steps.resolve([found])}
        >
          Resolve…
        </Button>
      </PermissionGate>
      {status === 'OPEN' && (
        <PermissionGate permission={MARK_SENT}>
          <Button variant="primary" busy={isPending} onClick={() => steps.markSent([found])}>
            Mark as sent
          </Button>
        </PermissionGate>
      )}
      {dialog}
    </>
  )
}
