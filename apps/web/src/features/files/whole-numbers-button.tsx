import type { Permission } from '@backoffice/contract/access'
import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { WholeNumbersDialog, type WholeNumbersDialogProps } from './whole-numbers-dialog.tsx'

type Props = Omit<WholeNumbersDialogProps, 'onClose'> & {
  label: string
  /** Needed in addition to `card:unmask`. */
  permissions: readonly Permission[]
  variant?: ButtonVariant
}

/** Action on whole card numbers of another user, which requires a reason and a ticket. */
export function WholeNumbersButton({ label, permissions, variant = 'plain', ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PermissionGate permission={[...permissions, 'card:unmask']}>
        <Button variant={variant} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </PermissionGate>
      {isOpen && <WholeNumbersDialog {...dialog} onClose={close} />}
    </>
  )
}
