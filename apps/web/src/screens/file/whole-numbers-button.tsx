import type { Permission } from '@backoffice/contract/access'
import { useState } from 'react'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import type { WholeNumbersDialogProps } from './whole-numbers-dialog.tsx'

const load = async () => (await import('./whole-numbers-dialog.tsx')).WholeNumbersDialog

type Props = Omit<WholeNumbersDialogProps, 'onClose'> & {
  label: string
  /** Needed in addition to `card:unmask`. */
  permissions: readonly Permission[]
  variant?: ButtonVariant
}

/** An action on whole card numbers of another user: it asks for a reason and a ticket first. */
export function WholeNumbersButton({ label, permissions, variant = 'plain', ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const WholeNumbersDialog = useLazyModule(load, isOpen, (error) => {
    close()
    toastFailed(errorMessage(error))
  })
  return (
    <>
      <PermissionGate permission={[...permissions, 'card:unmask']}>
        <Button variant={variant} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </PermissionGate>
      {isOpen && WholeNumbersDialog && <WholeNumbersDialog {...dialog} onClose={close} />}
    </>
  )
}
