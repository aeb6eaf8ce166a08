import { may } from '@backoffice/contract/access'
import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useLazyDialog } from '../../kit/lazy/use-lazy-dialog.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'

const loadRules = async () => (await import('./rules-dialog.tsx')).RulesDialog

/** Opens the approval rules. */
export function RulesButton() {
  // Either permission opens the rules.
  const permission = may(useUser(), 'approval:manage') ? 'approval:manage' : 'approval:decide'
  const [isOpen, setOpen] = useState(false)
  const RulesDialog = useLazyDialog(loadRules, isOpen, () => setOpen(false))
  return (
    <>
      <PermissionGate permission={permission}>
        <Button onClick={() => setOpen(true)}>Rules</Button>
      </PermissionGate>
      {isOpen && RulesDialog && <RulesDialog onClose={() => setOpen(false)} />}
    </>
  )
}
