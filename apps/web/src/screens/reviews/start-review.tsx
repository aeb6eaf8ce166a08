import { useState } from 'react'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'

const loadDialog = async () => (await import('./start-dialog.tsx')).StartDialog

/** Opens the form of a new review. */
export function StartReview() {
  const [isOpen, setOpen] = useState(false)
  const StartDialog = useLazyModule(loadDialog, isOpen, (error) => {
    setOpen(false)
    toastFailed(errorMessage(error))
  })
  return (
    <>
      <PermissionGate permission="review:manage">
        <Button variant="primary" onClick={() => setOpen(true)}>
          Start review
        </Button>
      </PermissionGate>
      {isOpen && StartDialog && <StartDialog onClose={() => setOpen(false)} />}
    </>
  )
}
