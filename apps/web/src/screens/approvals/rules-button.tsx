import { may } from '@backoffice/contract/access'
import { useCallback, useState } from 'react'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'

const loadRules = async () => (await import('./rules-dialog.tsx')).RulesDialog

/** Opens the approval rules. */
export function RulesButton() {
  // Either permission opens the rules.
  const permission = may(useUser(), 'approval:manage') ? 'approval:manage' : 'approval:decide'
  const [isOpen, setOpen] = useState(false)
  const failed = useCallback((error: unknown) => {
    toastFailed(errorMessage(error))
    setOpen(false)
  }, [])
  const RulesDialog = useLazyModule(loadRules, isOpen, failed)
  return (
    <>
      <PermissionGate permission={permission}>
        <Button onClick={() => setOpen(true)}>Rules</Button>
      </PermissionGate>
      {isOpen && RulesDialog && <RulesDialog onClose={() => setOpen(false)} />}
    </>
  )
}
