import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useLazyDialog } from '../../kit/lazy/use-lazy-dialog.ts'
import { Button } from '../../ui/button.tsx'

const loadDialog = async () => (await import('./start-dialog.tsx')).StartDialog

/** Opens the form of a new review. */
export function StartReview() {
  const [isOpen, setOpen] = useState(false)
  const StartDialog = useLazyDialog(loadDialog, isOpen, () => setOpen(false))
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
